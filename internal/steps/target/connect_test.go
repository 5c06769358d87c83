package target_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

func TestEndpointsComeFromTheCatalogueOfRegionAndInterface(t *testing.T) {
	for _, row := range []struct {
		name, region, iface              string
		versioned, root, versionPath, of string
	}{
		{"the region asked for", "Two", "public", "/two/v2.1", "/two", "/two/v2.1", "compute"},
		{"the interface asked for, with a project in the URL", "One", "internal", "/inside/v2.1/PROJECT", "/inside", "/inside/v2.1", "compute"},
		{"no region is the first", "", "public", "/one/v2.1", "/one", "/one/v2.1", "compute"},
		{
			"a path without a version is discovered, and a link to the inside does not lead there", "One", "public", "/image/v2",
			"/image", "/image/v2", "image",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t)
			if row.iface == "internal" {
				c.catalogue = strings.ReplaceAll(c.catalogue, `"interface": "public"`, `"interface": "internal"`)
				c.catalogue = strings.Replace(c.catalogue,
					`{"interface": "internal", "region": "One", "region_id": "One", "url": "URL/one/v2.1"},`, "", 1)
			}
			config := c.config()
			config.Login.Region, config.Login.Interface = row.region, row.iface
			found, err := target.Connect(context.Background(), config, tools(&tape{}))
			require.NoError(t, err)
			e, err := found.Main.Endpoint(context.Background(), openapi.Service(row.of))
			require.NoError(t, err)
			assert.Equal(t, c.URL+row.versioned, e.Versioned)
			assert.Equal(t, c.URL+row.root, e.Root)
			assert.Equal(t, c.URL+row.versionPath, e.VersionPath)
		})
	}
}

func TestVersionsAreTheTargetsWithinTheBound(t *testing.T) {
	c := newCloud(t)
	config := c.config()
	config.Bound = openapi.MustVersion("2.60")
	found, err := target.Connect(context.Background(), config, tools(&tape{}))
	require.NoError(t, err)
	assert.Equal(t, "2.1", found.Min.String())
	assert.Equal(t, "2.60", found.Max.String())
	assert.Equal(t, "2.93", found.Offered.String())
	config.Bound = openapi.MustVersion("2.0")
	_, err = target.Connect(context.Background(), config, tools(&tape{}))
	require.ErrorContains(t, err, "--max-microversion 2.0 is below the oldest that the target offers (2.1)")
}

func TestWhatIsWrongIsSaidInOneSentence(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(*cloud, *target.Config)
		is     error
		says   string
	}{
		{
			"a wrong password", func(_ *cloud, c *target.Config) { c.Login.Options.Password = "wrong donkey" }, session.ErrRefused,
			"refuses the credentials (401): check user name, password, domain and project",
		},
		{
			"nobody listens", func(_ *cloud, c *target.Config) { c.Login.Options.IdentityEndpoint = "http://127.0.0.1:1/v3" },
			session.ErrUnreachable, "cannot be reached: check the address and that it is up",
		},
		{
			"an address that leads elsewhere",
			func(s *cloud, c *target.Config) {
				c.Login.Options.IdentityEndpoint = s.URL +
					"/nowhere/v3"
			}, session.ErrUnreachable, "nothing is there (404)",
		},
		{
			"no compute at all", func(s *cloud, _ *target.Config) { s.catalogue = `[]` }, session.ErrNoCompute,
			"offers no compute endpoint (interface public, region One)",
		},
		{
			"no compute in that region", func(_ *cloud, c *target.Config) { c.Login.Region = "Three" }, session.ErrNoCompute,
			"it has compute in [One Two]: set region_name or interface",
		},
		{"a catalogue that is not one", func(s *cloud, _ *target.Config) {
			s.catalogue = `[{"type": "compute", "endpoints": [{"interface": "public", "region": "One", "url": "nonsense"}]}]`
		}, nil, `the catalogue gives "nonsense", which is no URL`},
		{"a compute service without versions", func(s *cloud, _ *target.Config) {
			s.extra["GET /one/v2.1/"] = func(w http.ResponseWriter, _ *http.Request) { write(w, 503, "<html>") }
		}, nil, "the answer 503 is not the compute service's own but from something on the way to it"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newCloud(t)
			config := s.config()
			row.change(s, &config)
			_, err := target.Connect(context.Background(), config, tools(&tape{}))
			require.Error(t, err)
			if row.is != nil {
				require.ErrorIs(t, err, row.is)
			}
			assert.Contains(t, err.Error(), row.says)
			assert.NotContains(t, err.Error(), "donkey")
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestNothingRecordedShowsAToken(t *testing.T) {
	c := newCloud(t)
	log := &tape{}
	found, err := target.Connect(context.Background(), c.config(), tools(log))
	require.NoError(t, err)
	_, err = found.Main.Call(context.Background(),
		session.Call{Role: "probe", Service: openapi.Compute, Method: "GET", Path: "/servers", At: "2.54"})
	require.NoError(t, err)
	text, err := json.Marshal(log.events)
	require.NoError(t, err)
	assert.Contains(t, string(text), "/one/v2.1/servers")
	assert.NotContains(t, string(text), "token-of-a-test")
	assert.NotContains(t, string(text), c.password)
	for _, e := range log.events {
		if x, ok := e.(*eventlog.Exchanged); ok {
			if strings.HasSuffix(x.URL, "/auth/tokens") {
				assert.Equal(t, "[withheld][withheld]", x.RequestBody+x.ResponseBody, "token requests are recorded without bodies")
				assert.NotEmpty(t, x.Drift, "and only when the answer leaves its document")
			}
		}
	}
}

// A proxy that wants a client certificate answers with a status that would otherwise be about the user.
func TestAMissingClientCertificateIsSaid(t *testing.T) {
	for _, row := range []struct {
		status int
		body   string
		says   string
	}{
		{http.StatusForbidden, `{"error": "this mock asks for a client certificate"}`, "it wants a client certificate"},
		{http.StatusBadRequest, "<h1>400 Bad Request</h1>No required SSL certificate was sent", "it wants a client certificate"},
		{http.StatusForbidden, `{"error": {"message": "You are not authorized"}}`, "not allowed (403)"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(row.status)
			_, _ = io.WriteString(w, row.body)
		}))
		t.Cleanup(s.Close)
		_, err := target.Connect(t.Context(), target.Config{Login: session.Login{Options: gophercloud.AuthOptions{
			IdentityEndpoint: s.URL + "/v3", Username: "u", Password: "p", DomainName: "Default",
		}}}, target.Tools{Redact: redact.New(), Now: time.Now, Log: eventlog.NewWriter(io.Discard, time.Now)})
		assert.ErrorContains(t, err, row.says)
	}
}
