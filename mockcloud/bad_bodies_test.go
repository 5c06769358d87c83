package mockcloud_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

const bodiesToken = "a-token-for-bodies"

// TestBodiesThatDoNotArrive: a body that is cut off, one that dawdles past the server's limit, and one that is
// far too large leave nothing behind, and the cloud goes on answering.
func TestBodiesThatDoNotArrive(t *testing.T) {
	planted := seed.Default()
	planted.Tokens = append(planted.Tokens, seed.Token{ID: bodiesToken, User: "member", Project: "demo"})
	cloud, err := mockcloud.New(mockcloud.WithSeed(planted))
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(cloud)
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Start()
	defer server.Close()
	address := server.Listener.Addr().String()
	body := `{"keypair": {"name": "half", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f x"}}`
	head := func(length int) string {
		return fmt.Sprintf("POST /compute/v2.1/os-keypairs HTTP/1.1\r\nHost: %s\r\nX-Auth-Token: %s\r\nContent-Type: "+
			"application/json\r\nContent-Length: %d\r\n\r\n",
			address, bodiesToken, length)
	}
	for _, row := range []struct {
		name string
		send func(net.Conn)
		// status is "" where the connection may as well end without an answer.
		status string
	}{
		{"cut off in the middle", func(c net.Conn) {
			fmt.Fprint(c, head(len(body)), body[:20])
			_ = c.(*net.TCPConn).CloseWrite()
		}, ""},
		{"longer on its way than the server waits", func(c net.Conn) { fmt.Fprint(c, head(len(body)), body[:20]) }, ""},
		{"ten megabytes", func(c net.Conn) {
			fmt.Fprint(c, head(10<<20))
			_, _ = io.Copy(c, bytes.NewReader(make([]byte, 10<<20))) // the server may hang up before the end
		}, "413"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := net.Dial("tcp", address)
			require.NoError(t, err)
			defer c.Close()
			sent := make(chan struct{})
			go func() { row.send(c); close(sent) }()
			answer, _ := io.ReadAll(c) // a reset is as good as an end
			<-sent
			status, _, _ := strings.Cut(string(answer), "\r\n")
			if row.status != "" {
				assert.Contains(t, status, row.status)
			}
			if status != "" {
				assert.Contains(t, status, " 4", "a request that did not arrive is the client's fault")
			}
		})
	}
	list, err := http.NewRequest(http.MethodGet, server.URL+"/compute/v2.1/os-keypairs", nil)
	require.NoError(t, err)
	list.Header.Set("X-Auth-Token", bodiesToken)
	resp, err := http.DefaultClient.Do(list)
	require.NoError(t, err)
	defer resp.Body.Close()
	left, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.JSONEq(t, `{"keypairs": []}`, string(left))
	http.DefaultClient.CloseIdleConnections()
}
