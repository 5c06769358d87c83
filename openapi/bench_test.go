package openapi_test

import (
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/openapi"
)

func computeFolder(tb testing.TB) fs.FS {
	tb.Helper()
	return os.DirFS("compute")
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
