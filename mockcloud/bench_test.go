package mockcloud_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// exchange is one kind of request that is measured.
type exchange struct {
	name, method, path, version, body string
	status                            int
	alone                             bool // two at once on one server would be refused
}

// exchanges are what goals are about: reads of unchanged state, writes, and a refusal.
func exchanges() []exchange {
	const root = "/compute/v2.1"
	return []exchange{
		{"show", "GET", root + "/servers/" + benchServer, "2.93", "", 200, false},
		{"list50", "GET", root + "/servers/detail?limit=50", "2.93", "", 200, false},
		{
			"rebuild", "POST", root + "/servers/" + benchServer + "/action", "2.93",
			`{"rebuild": {"imageRef": "` + imageA + `", "name": "rebuilt", "metadata": {"a": "b"}}}`, 202, true,
		},
		{
			"create", "POST", root + "/servers", "2.93",
			`{"server": {"name": "made", "imageRef": "` + imageA + `", "flavorRef": "1", "networks": "none", "metadata": {"a": "b"}}}`, 202, false,
		},
		{
			"refused", "POST", root + "/servers/" + benchServer + "/action", "2.93",
			`{"rebuild": {"imageRef": "nope", "name": "rebuilt", "metadata": {"a": "b"}}}`, 400, false,
		},
	}
}

func benchCloud(tb testing.TB, opts ...mockcloud.Option) *mockcloud.Cloud {
	s := withServers(100)
	for i := range s.Hosts {
		s.Hosts[i].VCPUs, s.Hosts[i].RAM, s.Hosts[i].Disk = 1<<30, 1<<40, 1<<40
	}
	c, err := mockcloud.New(append([]mockcloud.Option{mockcloud.WithSeed(s)}, opts...)...)
	require.NoError(tb, err)
	return c
}

// sink is a ResponseWriter that costs next to nothing.
type sink struct {
	header http.Header
	status int
	body   []byte
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(b []byte) (int, error) { s.body = b; return len(b), nil }

// BenchmarkNew is the cost of a cloud with the built-in seed: what a test pays that has one of its own.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mockcloud.New(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewParallel is the same for tests that run side by side (t.Parallel).
func BenchmarkNewParallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := mockcloud.New(); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkHandler is the cost of the handler alone, without the network: what is ours to improve.
func BenchmarkHandler(b *testing.B) {
	for _, e := range exchanges() {
		b.Run(e.name, func(b *testing.B) {
			c := benchCloud(b)
			u, err := url.Parse(e.path)
			require.NoError(b, err)
			b.ReportAllocs()
			before := spent()
			for b.Loop() {
				r := &http.Request{
					Method: e.method, URL: u, Host: "cloud.test", RequestURI: e.path, Proto: "HTTP/1.1", ProtoMajor: 1,
					ProtoMinor: 1, Header: http.Header{
						"X-Auth-Token": {benchToken}, "Openstack-Api-Version": {"compute " + e.version}, "Content-Type": {"application/json"},
					}, ContentLength: int64(len(e.body)), Body: io.NopCloser(bytes.NewReader([]byte(e.body))),
				}
				w := sink{header: http.Header{}}
				c.ServeHTTP(&w, r)
				if w.status != e.status {
					b.Fatalf("%d: %s", w.status, w.body)
				}
			}
			b.ReportMetric(float64((spent()-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}

// spent is the processor time that this process has taken: what counts on a busy machine.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRendered is the cost of answers that are not kept: each is rendered anew.
func BenchmarkRendered(b *testing.B) {
	for _, e := range exchanges()[:2] {
		b.Run(e.name, func(b *testing.B) {
			c := benchCloud(b)
			u, err := url.Parse(e.path)
			require.NoError(b, err)
			b.ReportAllocs()
			before := spent()
			for b.Loop() {
				require.NoError(b, c.Control().SetMaximum(openapi.Compute, "")) // forgets what is kept
				r := &http.Request{
					Method: e.method, URL: u, Host: "cloud.test", RequestURI: e.path, Proto: "HTTP/1.1", ProtoMajor: 1,
					ProtoMinor: 1, Header: http.Header{
						"X-Auth-Token": {benchToken}, "Openstack-Api-Version": {"compute " + e.version},
					},
				}
				w := sink{header: http.Header{}}
				c.ServeHTTP(&w, r)
				if w.status != e.status {
					b.Fatalf("%d: %s", w.status, w.body)
				}
			}
			b.ReportMetric(float64((spent()-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
