package mockcloud_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/secure"
	"plumbline/mockcloud"
)

// behindTLS is a mock behind TLS with certificates of its own; clients need one where demanded.
func behindTLS(t *testing.T, demanded bool) (*mockcloud.Cloud, secure.Kit) {
	t.Helper()
	kit, err := secure.SelfSigned(t.TempDir(), []string{"127.0.0.1", "localhost"}, time.Now())
	require.NoError(t, err)
	files := secure.Files{Cert: kit.Cert, Key: kit.Key}
	if demanded {
		files.ClientCA = kit.CA
	}
	source, err := secure.Open(files, time.Now)
	require.NoError(t, err)
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	served, err := cloud.Listen("127.0.0.1:0", mockcloud.WithTLS(source.Config()))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, served.Close()) })
	return cloud, kit
}

// through is a client that trusts the kit's authority, and shows its certificate when asked to.
func through(t *testing.T, kit secure.Kit, shows bool) *http.Client {
	t.Helper()
	text, err := os.ReadFile(kit.CA)
	require.NoError(t, err)
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	require.True(t, config.RootCAs.AppendCertsFromPEM(text))
	if shows {
		pair, err := tls.LoadX509KeyPair(kit.ClientCert, kit.ClientKey)
		require.NoError(t, err)
		config.Certificates = []tls.Certificate{pair}
	}
	transport := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func get(t *testing.T, c *http.Client, url string) (*http.Response, string) {
	t.Helper()
	resp, err := c.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(text)
}

func TestGophercloudWorksOverTLS(t *testing.T) {
	cloud, kit := behindTLS(t, true)
	c := cloud.ClientConfig("member")
	require.True(t, strings.HasPrefix(c.AuthURL, "https://"), c.AuthURL)
	provider, err := openstack.NewClient(c.AuthURL)
	require.NoError(t, err)
	provider.HTTPClient = *through(t, kit, true)
	require.NoError(t, openstack.Authenticate(context.Background(), provider, gophercloud.AuthOptions{
		IdentityEndpoint: c.AuthURL, Username: c.Username, Password: c.Password, DomainName: c.UserDomainName, TenantName: c.ProjectName,
	}))
	compute, err := openstack.NewComputeV2(provider, gophercloud.EndpointOpts{Region: c.Region})
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(compute.Endpoint, "https://"), "the catalogue has what the client used: %s", compute.Endpoint)
	compute.Microversion = "2.37"
	made, err := servers.Create(context.Background(), compute, servers.CreateOpts{
		Name: "one", FlavorRef: "1", ImageRef: "00000000-0000-4000-8000-0000000000a1", Networks: "none",
	}, nil).Extract()
	require.NoError(t, err)
	found, err := servers.Get(context.Background(), compute, made.ID).Extract()
	require.NoError(t, err)
	assert.Equal(t, "ACTIVE", found.Status)
	assert.True(t, strings.HasPrefix(found.Links[0].(map[string]any)["href"].(string), "https://"))
}

func TestTLSIsRecentAndSpeaksHTTP2(t *testing.T) {
	cloud, kit := behindTLS(t, false)
	resp, _ := get(t, through(t, kit, false), cloud.URL()+"/_plumbline/health")
	assert.Equal(t, "HTTP/2.0", resp.Proto)
	old := through(t, kit, false)
	old.Transport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS10
	old.Transport.(*http.Transport).TLSClientConfig.MaxVersion = tls.VersionTLS11
	_, err := old.Get(cloud.URL() + "/_plumbline/health")
	assert.ErrorContains(t, err, "protocol version")
}

func TestClientsWithoutACertificate(t *testing.T) {
	cloud, kit := behindTLS(t, true)
	nobody, somebody := through(t, kit, false), through(t, kit, true)
	for path, want := range map[string]int{
		"/_plumbline/health": 200, "/_plumbline/state": 403, "/identity/v3": 403,
		"/compute/v2.1": 403, "/": 403,
	} {
		resp, text := get(t, nobody, cloud.URL()+path)
		assert.Equal(t, want, resp.StatusCode, path)
		if want == 403 {
			assert.Contains(t, text, `{"error": "this mock asks for a client certificate`)
		}
		resp, _ = get(t, somebody, cloud.URL()+path)
		assert.Equal(t, 200, resp.StatusCode, path)
	}
	foreign, err := secure.SelfSigned(t.TempDir(), []string{"localhost"}, time.Now())
	require.NoError(t, err)
	foreign.CA = kit.CA
	_, err = through(t, foreign, true).Get(cloud.URL() + "/_plumbline/health")
	assert.Error(t, err, "a certificate of another authority is worse than none")
}

func TestPlainHTTPToTLSIsToldSo(t *testing.T) {
	cloud, _ := behindTLS(t, false)
	conn, err := net.Dial("tcp", strings.TrimPrefix(cloud.URL(), "https://"))
	require.NoError(t, err)
	defer conn.Close() //nolint:errcheck // nothing to lose
	_, err = conn.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	require.NoError(t, err)
	text, err := io.ReadAll(conn)
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(text, []byte("HTTP/1.0 400 ")), string(text))
	assert.Contains(t, string(text), "Client sent an HTTP request to an HTTPS server.")
}

func TestOffLoopbackAControlTokenIsMadeUp(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	served, err := cloud.Listen("0.0.0.0:0")
	require.NoError(t, err)
	defer served.Close() //nolint:errcheck // the test is over
	require.True(t, strings.HasPrefix(served.URL, "http://127.0.0.1:"), served.URL)
	token := cloud.ControlToken()
	assert.GreaterOrEqual(t, len(token), 26)
	resp, text := get(t, http.DefaultClient, served.URL+"/_plumbline/state")
	assert.Equal(t, 401, resp.StatusCode)
	assert.NotContains(t, text, token)
	req, err := http.NewRequest("GET", served.URL+"/_plumbline/state", nil)
	require.NoError(t, err)
	req.Header.Set("X-Plumbline-Token", token)
	allowed, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, allowed.Body.Close())
	assert.Equal(t, 200, allowed.StatusCode)
	resp, _ = get(t, http.DefaultClient, served.URL+"/identity/v3")
	assert.Equal(t, 200, resp.StatusCode, "the cloud's own services ask for their own tokens")

	near := mockcloud.Start(t)
	assert.Empty(t, near.ControlToken())
}

func TestStreamsEndWhenTheMockDoes(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	served, err := cloud.Listen("127.0.0.1:0")
	require.NoError(t, err)
	resp, err := http.Get(served.URL + "/_plumbline/events")
	require.NoError(t, err)
	defer resp.Body.Close() //nolint:errcheck // read to its end
	first := make([]byte, 12)
	_, err = io.ReadFull(resp.Body, first)
	require.NoError(t, err)
	assert.Equal(t, "event: hello", string(first))
	require.NoError(t, served.Close())
	rest, err := io.ReadAll(resp.Body)
	require.NoError(t, err, "the stream ends, it is not cut off")
	assert.Contains(t, string(rest), "event: end\ndata: {\"reason\":\"the mock is going away\"}")
}
