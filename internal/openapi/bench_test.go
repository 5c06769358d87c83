package openapi_test

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

func computeFolder(tb testing.TB) fs.FS {
	tb.Helper()
	return os.DirFS("../../openapi/compute")
}

// BenchmarkChainAll reads the compute documents and makes every version reachable: what a mock does
// before its first answer.
func BenchmarkChainAll(b *testing.B) {
	fsys := computeFolder(b)
	b.ReportAllocs()
	for b.Loop() {
		c, err := openapi.Load(fsys, openapi.Compute, openapi.Shipped)
		require.NoError(b, err)
		c.Routes()
		for _, v := range c.Versions() {
			_, err := c.At(v)
			require.NoError(b, err)
		}
	}
}

func BenchmarkChainFirst(b *testing.B) {
	fsys := computeFolder(b)
	for b.Loop() {
		c, err := openapi.Load(fsys, openapi.Compute, openapi.Shipped)
		require.NoError(b, err)
		_, err = c.At(c.Min())
		require.NoError(b, err)
	}
}

func newest(tb testing.TB) (*openapi.Chain, *openapi.Document) {
	tb.Helper()
	c, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(tb, err)
	d, err := c.At(c.Max())
	require.NoError(tb, err)
	return c, d
}

func rebuildBody() map[string]any {
	return map[string]any{"rebuild": map[string]any{
		"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "name": "new-name", "adminPass": "seekr3t",
		"metadata": map[string]any{"meta_var": "meta_val"}, "OS-DCF:diskConfig": "AUTO",
		"accessIPv4": "1.2.3.4", "accessIPv6": "80fe::", "preserve_ephemeral": true, "description": "text", "key_name": "K2",
	}}
}

func BenchmarkCheckBodyRebuild(b *testing.B) {
	_, d := newest(b)
	op, body := d.Operation("servers.rebuild"), rebuildBody()
	require.Nil(b, op.CheckBody(body))
	b.ReportAllocs()
	for b.Loop() {
		op.CheckBody(body)
	}
}

func BenchmarkCheckBodyRefused(b *testing.B) {
	_, d := newest(b)
	op, body := d.Operation("servers.rebuild"), rebuildBody()
	body["rebuild"].(map[string]any)["imageRef"] = "nope"
	require.NotNil(b, op.CheckBody(body))
	b.ReportAllocs()
	for b.Loop() {
		op.CheckBody(body)
	}
}

func BenchmarkMatch(b *testing.B) {
	c, _ := newest(b)
	routes := c.Routes()
	b.ReportAllocs()
	for b.Loop() {
		if rt, _, _ := routes.Match("POST", "/servers/70a599e0-31e7-49b7-b260-868f441e862b/action"); rt == nil {
			b.Fatal("not found")
		}
	}
}

// fullServer is a server with every field that any version has, and some that none has.
func fullServer() map[string]any {
	server := map[string]any{}
	for i := range 45 {
		server[fmt.Sprintf("unknown-%d", i%5)] = "x"
	}
	for _, name := range []string{
		"id", "name", "status", "tenant_id", "user_id", "created", "updated", "hostId", "accessIPv4", "accessIPv6", "OS-DCF:diskConfig",
		"OS-EXT-AZ:availability_zone", "config_drive", "key_name", "OS-SRV-USG:launched_at", "OS-SRV-USG:terminated_at", "OS-EXT-STS:task_state",
		"OS-EXT-STS:vm_state", "description", "locked_reason", "OS-EXT-SRV-ATTR:hostname", "OS-EXT-SRV-ATTR:host",
		"OS-EXT-SRV-ATTR:instance_name",
		"OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-SRV-ATTR:reservation_id", "OS-EXT-SRV-ATTR:ramdisk_id", "OS-EXT-SRV-ATTR:kernel_id",
		"OS-EXT-SRV-ATTR:root_device_name", "OS-EXT-SRV-ATTR:user_data", "host_status", "pinned_availability_zone",
	} {
		server[name] = "text"
	}
	for _, name := range []string{"progress", "OS-EXT-STS:power_state", "OS-EXT-SRV-ATTR:launch_index"} {
		server[name] = 0.0
	}
	for _, name := range []string{
		"tags", "server_groups", "trusted_image_certificates", "links",
		"os-extended-volumes:volumes_attached", "security_groups",
	} {
		server[name] = []any{}
	}
	server["links"] = []any{map[string]any{"rel": "self", "href": "http://c/1"}, map[string]any{"rel": "bookmark", "href": "http://c/2"}}
	server["metadata"], server["addresses"] = map[string]any{"a": "b"}, map[string]any{}
	server["locked"] = false
	server["flavor"] = map[string]any{
		"vcpus": 1.0, "ram": 512.0, "disk": 1.0, "ephemeral": 0.0, "swap": 0.0,
		"original_name": "m1.tiny", "extra_specs": map[string]any{},
	}
	server["image"] = map[string]any{"id": "70a599e0-31e7-49b7-b260-868f441e862b", "links": []any{}}
	return map[string]any{"server": server}
}

// BenchmarkProjectServer drops what an old version does not have from a server with 45 fields.
func BenchmarkProjectServer(b *testing.B) {
	c, _ := newest(b)
	member := func(rule string) bool { return false }
	for _, version := range []string{"2.1", "2.104"} {
		op := at(b, c, version).Operation("servers.show")
		value := fullServer()
		op.Project(200, value, member)
		b.Run(version, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				op.Project(200, value, member)
			}
		})
	}
	op := at(b, c, "2.104").Operation("servers.show")
	clean := op.Project(200, fullServer(), nil)
	b.Run("nothing to drop", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			op.Project(200, clean, nil)
		}
	})
}

func BenchmarkCheckResponseServer(b *testing.B) {
	_, d := newest(b)
	op := d.Operation("servers.show")
	value := op.Project(200, fullServer(), nil)
	b.ReportAllocs()
	for b.Loop() {
		op.CheckResponse(200, nil, value)
	}
}

// BenchmarkOperationFirst is what the first request of an operation costs more than the next: compiling its schemas.
func BenchmarkOperationFirst(b *testing.B) {
	fsys := computeFolder(b)
	body := rebuildBody()
	for b.Loop() {
		b.StopTimer()
		c, err := openapi.Load(fsys, openapi.Compute, openapi.Shipped)
		require.NoError(b, err)
		d, err := c.At(openapi.MustVersion("2.96"))
		require.NoError(b, err)
		d.Operations()
		b.StartTimer()
		op := d.Operation("servers.rebuild")
		op.CheckBody(body)
		op.Project(202, body, nil)
	}
}

// BenchmarkAltered is a mutant: one rule of one version broken, ready for its first request.
func BenchmarkAltered(b *testing.B) {
	c, _ := newest(b)
	v := openapi.MustVersion("2.54")
	ov := overlay.Overlay{Actions: []overlay.OverlayAction{{Target: "$.components.schemas.Rebuild.properties.key_name", Remove: true}}}
	for b.Loop() {
		altered, err := c.WithOverlayBetween(v, v, ov)
		require.NoError(b, err)
		d, err := altered.At(v)
		require.NoError(b, err)
		d.Operation("servers.rebuild")
	}
}
