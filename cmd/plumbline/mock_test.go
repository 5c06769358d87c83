package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud/seed"
)

func TestMockRefusesWhatItCannotDo(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close() //nolint:errcheck // nothing to lose
	dir := t.TempDir()
	wrong, foreign := filepath.Join(dir, "wrong.yaml"), filepath.Join(dir, "clouds.yaml")
	require.NoError(t, os.WriteFile(wrong, []byte("region: x\nhosts:\n  - {nmae: h}\n"), 0o600))
	require.NoError(t, os.WriteFile(foreign, []byte("clouds: {prod: {}}\n"), 0o600))
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"a port that is taken", []string{"--listen", taken.Addr().String()}, "something else listens there already; choose another port"},
		{"an address that is none", []string{"--listen", "nowhere"}, "--listen nowhere:"},
		{"a profile that is none", []string{"--profile", "x"}, `--profile: unknown profile "x": one of shipped, specified`},
		{"a policy that is none", []string{"--policy", "x"}, `policy "x" is neither new nor legacy`},
		{"a lifecycle that is none", []string{"--lifecycle", "x"}, `--lifecycle: lifecycle "x" is none of immediate`},
		{"a version that is none", []string{"--max-microversion", "x"}, "--max-microversion:"},
		{
			"a version that is too new",
			[]string{"--max-microversion", "2.999"},
			"maximum microversion 2.999 of compute is not between 2.1 and 2.104",
		},
		{"a seed that is not there", []string{"--seed", filepath.Join(dir, "nope")}, "--seed: open"},
		{"a seed with an unknown key", []string{"--seed", wrong}, wrong + ": line 3: unknown key nmae"},
		{"fewer servers than none", []string{"--seed-servers", "-1"}, "--seed-servers: -1"},
		{"somebody's clouds.yaml", []string{"--write-clouds-yaml", foreign}, "was not written by this command"},
		{"a folder that is not there", []string{"--write-clouds-yaml", filepath.Join(dir, "no", "clouds.yaml")}, "--write-clouds-yaml:"},
		{"arguments", []string{"x"}, "unknown command"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			args := tc.args
			if args[0] != "--listen" {
				args = append(args, "--listen", "127.0.0.1:0")
			}
			var out, errs bytes.Buffer
			assert.Equal(t, cli.ExitUsage, run(context.Background(), append([]string{"mock"}, args...), nil, &out, &errs))
			assert.Contains(t, errs.String(), tc.want)
			assert.NotContains(t, out.String(), "ready")
		})
	}
	content, err := os.ReadFile(foreign)
	require.NoError(t, err)
	assert.Equal(t, "clouds: {prod: {}}\n", string(content))
}

func TestMockServesUntilItIsInterrupted(t *testing.T) {
	clouds := filepath.Join(t.TempDir(), "clouds.yaml")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{
			"mock", "--listen", "127.0.0.1:0", "--write-clouds-yaml", clouds, "--seed-servers", "2",
			"--server-id", "an-id", "--token", "a-token",
		}, nil, w, io.Discard)
	}()
	line := make([]byte, 300)
	n, err := r.Read(line)
	require.NoError(t, err)
	url := regexp.MustCompile(`http://[0-9.:]+`).FindString(string(line[:n]))
	require.NotEmpty(t, url, string(line[:n]))
	go io.Copy(io.Discard, r) //nolint:errcheck // a pipe

	req, err := http.NewRequest(http.MethodGet, url+"/compute/v2.1/servers/an-id", nil)
	require.NoError(t, err)
	req.Header.Set("X-Auth-Token", "a-token")
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, 200, resp.StatusCode, string(body))
	written, err := os.ReadFile(clouds)
	require.NoError(t, err)
	assert.Contains(t, string(written), url+"/identity/v3")
	assert.Equal(t, 11, strings.Count(string(written), "auth_url"), "each actor, and the member once more as mock")

	http.DefaultClient.CloseIdleConnections()
	stop()
	select {
	case c := <-code:
		assert.Equal(t, cli.ExitOK, c)
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}

func TestMockPrintsItsSeed(t *testing.T) {
	var out bytes.Buffer
	require.Equal(t, cli.ExitOK, run(context.Background(), []string{"mock", "--print-seed"}, nil, &out, io.Discard))
	s, err := seed.Parse(out.Bytes())
	require.NoError(t, err)
	assert.Equal(t, seed.Default(), s)
}
