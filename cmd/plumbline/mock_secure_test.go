package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/secure"
)

func TestMockRefusesToBeHalfSecure(t *testing.T) {
	dir := t.TempDir()
	kit, err := secure.SelfSigned(dir, []string{"localhost"}, time.Now())
	require.NoError(t, err)
	for _, tc := range []struct {
		name string
		args []string
		env  []string
		want string
	}{
		{"a certificate without a key", []string{"--tls-cert", kit.Cert}, nil, "--tls-cert and --tls-key go together"},
		{"a certificate beside one that is made", []string{"--tls-self-signed", dir, "--tls-cert", kit.Cert}, nil, "give one or the other"},
		{
			"clients' certificates without TLS",
			[]string{"--tls-client-ca", kit.CA},
			nil,
			"go with --tls-cert and --tls-key, or with --tls-self-signed",
		},
		{"a key of somebody else", []string{"--tls-cert", kit.Cert, "--tls-key", kit.ClientKey}, nil, "the key has to be the certificate's"},
		{
			"a folder with a certificate for other names",
			[]string{"--tls-self-signed", dir},
			nil,
			"--tls-self-signed: " + kit.Cert + " is not good for",
		},
		{
			"a control token that is too short",
			[]string{"--control-token", "short"},
			nil,
			"--control-token: a control token has at least 12 characters",
		},
		{
			"one in the environment", nil,
			[]string{"PLUMBLINE_CONTROL_TOKEN=short"},
			"PLUMBLINE_CONTROL_TOKEN: a control token has at least 12 characters",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			assert.Equal(t, cli.ExitUsage,
				run(context.Background(), append([]string{"mock", "--listen", "127.0.0.1:0"}, tc.args...), tc.env, &out, &errs))
			assert.Contains(t, errs.String(), tc.want)
			assert.NotContains(t, out.String(), "ready")
		})
	}
}

// told is what a command writes, to be waited for.
type told struct {
	mu   sync.Mutex
	text strings.Builder
	more chan struct{}
}

func (b *told) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Write(p)
	select {
	case b.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

// await waits for a pattern and answers what it matches.
func (b *told) await(t *testing.T, pattern string) string {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		b.mu.Lock()
		text := b.text.String()
		b.mu.Unlock()
		if found := regexp.MustCompile(pattern).FindString(text); found != "" {
			return found
		}
		select {
		case <-b.more:
		case <-late:
			t.Fatalf("nothing like %s: %s", pattern, text)
		}
	}
}

func TestMockOverTLSWithATokenReadsItsCertificatesAgain(t *testing.T) {
	dir := t.TempDir()
	clouds, folder := filepath.Join(dir, "clouds.yaml"), filepath.Join(dir, "tls")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out, errs := &told{more: make(chan struct{}, 1)}, &told{more: make(chan struct{}, 1)}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{
			"mock", "--listen", "0.0.0.0:0", "--tls-self-signed", folder, "--tls-client-ca",
			filepath.Join(folder, "ca.pem"), "--write-clouds-yaml", clouds,
		}, nil, out, errs)
	}()
	url := out.await(t, `https://[0-9.:]+`)
	token := strings.TrimPrefix(errs.await(t, `the token [a-z2-7]{26}`), "the token ")
	yaml, err := os.ReadFile(clouds)
	require.NoError(t, err)
	for _, want := range []string{
		`auth_url: "` + url, `cacert: "` + filepath.Join(folder, "ca.pem"),
		`cert: "` + filepath.Join(folder, "client.pem"), `key: "` + filepath.Join(folder, "client-key.pem"),
	} {
		assert.Contains(t, string(yaml), want)
	}

	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, "client.pem"), filepath.Join(folder, "client-key.pem"))
	require.NoError(t, err)
	authority, err := os.ReadFile(filepath.Join(folder, "ca.pem"))
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(authority))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}}}}
	defer client.CloseIdleConnections()
	req, err := http.NewRequest(http.MethodGet, url+"/_plumbline/clock", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := client.Do(req)
	require.NoError(t, err)
	_, _ = io.Copy(io.Discard, resp.Body)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, 200, resp.StatusCode)

	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
	errs.await(t, `certificates read again`)
	require.NoError(t, os.Remove(filepath.Join(folder, "server.pem")))
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
	errs.await(t, `the certificates stay as they were: certificate: there is no file`)

	stop()
	select {
	case c := <-code:
		assert.Equal(t, cli.ExitOK, c)
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}
