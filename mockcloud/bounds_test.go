package mockcloud_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
)

// TestWhatStrangersCanMakeAMockHold sends, without a token, what is large: the mock refuses it before it has read it
// all, and does not keep it.
func TestWhatStrangersCanMakeAMockHold(t *testing.T) {
	cloud := mockcloud.Start(t)
	address := strings.TrimPrefix(cloud.URL(), "http://")
	large := strings.Repeat("x", 1<<20)
	for _, row := range []struct {
		name, request string
		// body is sent after the request, as often as the mock takes it.
		body   bool
		status string
	}{
		{"a long path", "GET /compute/v2.1/" + large + " HTTP/1.1\r\nHost: x\r\n\r\n", false, "431"},
		{"a long query", "GET /compute/v2.1/servers?" + large + " HTTP/1.1\r\nHost: x\r\n\r\n", false, "431"},
		{"a large header", "GET /compute/v2.1/servers HTTP/1.1\r\nHost: x\r\nX-Large: " + large + "\r\n\r\n", false, "431"},
		{
			"many headers", "GET /compute/v2.1/servers HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X-Many: "+large[:1000]+"\r\n", 100) + "\r\n",
			false, "431",
		},
		{"a path of 60 KiB", "GET /compute/v2.1/" + large[:60<<10] + " HTTP/1.1\r\nHost: x\r\n\r\n", false, "401"},
		{"a large body for identity", post("/identity/v3/auth/tokens", 1<<30), true, "413"},
		{"a large body for compute", post("/compute/v2.1/servers", 1<<30), true, "413"},
		{"an image of a gigabyte", strings.Replace(post("/image/v2/images/x/file", 1<<30), "POST", "PUT", 1), true, "401"},
		{"a stack of a gigabyte", post("/orchestration/v1/p/stacks", 1<<30), true, "401"},
		{"a body without an end for compute", chunked("/compute/v2.1/servers"), true, "413"},
		{"a body without an end for an image", strings.Replace(chunked("/image/v2/images/x/file"), "POST", "PUT", 1), true, "401"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for range 5 {
				assert.Equal(t, row.status, sendLarge(t, address, row.request, row.body))
			}
		})
	}
	for i := range 3000 {
		sendLarge(t, address, fmt.Sprintf("GET /compute/v2.1/%s%d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", large[:60<<10], i), false)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	assert.Less(t, m.HeapAlloc>>20, uint64(80), "MiB that live in the whole test, after 180 MiB of URLs")
	resp, err := http.Get(cloud.URL() + "/_plumbline/health")
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, 200, resp.StatusCode)
}

func post(path string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, length)
}

func chunked(path string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
}

// sendLarge answers the status.
func sendLarge(t *testing.T, address, request string, body bool) string {
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer c.Close() //nolint:errcheck // the mock may have hung up
	require.NoError(t, c.SetDeadline(time.Now().Add(20*time.Second)))
	var sending sync.WaitGroup
	defer sending.Wait()
	sending.Go(func() {
		if _, err := io.WriteString(c, request); err != nil || !body {
			return
		}
		piece := fmt.Sprintf("%x\r\n%s\r\n", 1<<16, strings.Repeat(" ", 1<<16))
		for range 100 << 20 / len(piece) {
			if _, err := io.WriteString(c, piece); err != nil {
				return
			}
		}
	})
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err.Error()
	}
	_ = c.Close()
	return fmt.Sprint(resp.StatusCode)
}
