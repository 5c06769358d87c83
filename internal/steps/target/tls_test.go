package target_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

var nowhere = log.New(io.Discard, "", 0)

// entry writes a clouds.yaml with one cloud, and answers an environment that leads there.
func entry(t *testing.T, at, more string) map[string]string {
	for _, name := range []string{"OS_CLOUD", "OS_CACERT", "OS_CERT", "OS_KEY", "OS_INSECURE"} {
		t.Setenv(name, "")
	}
	file := filepath.Join(t.TempDir(), "clouds.yaml")
	text := fmt.Sprintf(`clouds: {tls: {auth: {auth_url: "%s/identity/v3", username: someone, password: right horse, user_domain_id: default,
  project_name: demo, project_domain_id: default}, region_name: One%s}}`, at, more)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return map[string]string{"OS_CLIENT_CONFIG_FILE": file}
}

// TestTLSOfTheTarget connects, with what clouds.yaml and the environment say, to clouds that are trusted and to some
// that are not. CA, CERT and KEY are the names of files.
func TestTLSOfTheTarget(t *testing.T) {
	ours, theirs := newAuthority(t), newAuthority(t)
	cert, key := ours.client()
	strangeCert, strangeKey := theirs.client()
	both := filepath.Join(ours.dir, "both.pem")
	certText, err := os.ReadFile(cert)
	require.NoError(t, err)
	keyText, err := os.ReadFile(key)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(both, append(certText, keyText...), 0o600))
	now := time.Now().Add(-time.Minute)
	local := ours.server("127.0.0.1", now)
	plain := &tls.Config{Certificates: []tls.Certificate{local}}
	asking := &tls.Config{Certificates: []tls.Certificate{local}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: ours.pool}
	older := asking.Clone()
	older.MaxVersion = tls.VersionTLS12
	for _, row := range []struct {
		name string
		// server is nil for a cloud that does not speak TLS.
		server *tls.Config
		entry  string
		env    map[string]string
		// scheme is what auth_url says, "" what the cloud speaks.
		scheme   string
		is       error
		says     string
		insecure bool
	}{
		{name: "a CA of clouds.yaml", server: plain, entry: ", cacert: CA"},
		{name: "a CA of the environment", server: plain, env: map[string]string{"OS_CACERT": "CA"}},
		{
			name: "an unknown authority", server: plain, is: session.ErrUntrusted,
			says: "signed by an authority that is not known here; give the authority's certificate with cacert in clouds.yaml " +
				"or OS_CACERT (--insecure takes any certificate)",
		},
		{
			name: "another authority", server: plain, env: map[string]string{"OS_CACERT": "OTHER"}, is: session.ErrUntrusted,
			says: "signed by an authority that is not known here",
		},
		{name: "a CA file that is none", server: plain, entry: ", cacert: KEY", says: "failed to parse the CA Cert from"},
		{
			name: "a CA file of the environment that is none", server: plain, env: map[string]string{"OS_CACERT": "KEY"},
			says: "holds no certificate in PEM form",
		},
		{name: "verify: false", server: plain, entry: ", verify: false", insecure: true},
		{name: "OS_INSECURE", server: plain, env: map[string]string{"OS_INSECURE": "true"}, insecure: true},
		{
			name: "OS_INSECURE=0 wins over the file", server: plain, entry: ", verify: false",
			env: map[string]string{"OS_INSECURE": "0"}, is: session.ErrUntrusted, says: "not known here",
		},
		{
			name: "a certificate that has expired",
			server: &tls.Config{Certificates: []tls.Certificate{
				ours.server("127.0.0.1", now.Add(-48*time.Hour)),
			}}, entry: ", cacert: CA", is: session.ErrUntrusted,
			says: "its certificate is out of date (current time",
		},
		{
			name: "a certificate of tomorrow",
			server: &tls.Config{Certificates: []tls.Certificate{
				ours.server("127.0.0.1", now.Add(24*time.Hour)),
			}}, entry: ", cacert: CA", is: session.ErrUntrusted,
			says: "or this machine's clock is wrong",
		},
		{
			name: "a certificate for another name",
			server: &tls.Config{Certificates: []tls.Certificate{
				ours.server("cloud.example", now),
			}}, entry: ", cacert: CA", is: session.ErrUntrusted,
			says: "its certificate is for another name (cloud.example); use the name it is for in auth_url and in the " +
				"catalogue, or give the cloud a certificate for 127.0.0.1",
		},
		{name: "a client certificate of clouds.yaml", server: asking, entry: ", cacert: CA, cert: CERT, key: KEY"},
		{
			name: "a client certificate of the environment", server: asking,
			env: map[string]string{"OS_CACERT": "CA", "OS_CERT": "CERT", "OS_KEY": "KEY"},
		},
		{name: "certificate and key in one file", server: asking, env: map[string]string{"OS_CACERT": "CA", "OS_CERT": "BOTH"}},
		{
			name: "a client certificate is wanted", server: asking, entry: ", cacert: CA", is: session.ErrRefused,
			says: "it wants a client certificate that it knows; give one with cert and key in clouds.yaml, or OS_CERT and OS_KEY",
		},
		{
			name: "a client certificate is wanted, TLS 1.2", server: older, entry: ", cacert: CA", is: session.ErrRefused,
			says: "it wants a client certificate that it knows",
		},
		{
			name: "a client certificate of a stranger", server: asking, entry: ", cacert: CA, cert: STRANGE, key: SECRET",
			is: session.ErrRefused, says: "client certificate",
		},
		{
			name: "a key without a certificate", server: asking, entry: ", cacert: CA", env: map[string]string{"OS_KEY": "KEY"},
			says: "there is a key (key in clouds.yaml, or OS_KEY) but no certificate",
		},
		{
			name: "a key of another certificate", server: asking, entry: ", cacert: CA",
			env: map[string]string{"OS_CERT": "CERT", "OS_KEY": "SECRET"}, says: "client certificate: tls: private key does not match public key",
		},
		{name: "https:// where nobody speaks TLS", scheme: "https", is: session.ErrUntrusted, says: "it does not speak TLS; use http:// for it"},
		{
			name: "http:// where TLS is spoken", server: plain, scheme: "http", is: session.ErrUntrusted,
			says: "it speaks TLS; use https:// for it",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newCloud(t)
			if row.server != nil {
				c.serve(row.server)
			}
			t.Cleanup(c.Close)
			at := c.URL
			if row.scheme != "" {
				at = row.scheme + at[strings.Index(at, "://"):]
			}
			files := strings.NewReplacer("CA", ours.file, "OTHER", theirs.file, "CERT", cert, "KEY", key, "STRANGE", strangeCert,
				"SECRET", strangeKey, "BOTH", both)
			env := entry(t, at, files.Replace(row.entry))
			for name, value := range row.env {
				env[name] = files.Replace(value)
			}
			err := connect(env)
			if row.says == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, row.says)
				assert.NotContains(t, err.Error(), "\n")
			}
			if row.is != nil {
				require.ErrorIs(t, err, row.is)
			}
			if login, err := session.ReadLogin("tls", env); err == nil {
				assert.Equal(t, row.insecure, target.Config{Login: login}.Insecure())
				assert.Equal(t, row.insecure, target.Config{Actors: map[string]session.Login{"member": login}}.Insecure(), "of any actor")
			}
		})
	}
}

func connect(env map[string]string) error {
	login, err := session.ReadLogin("tls", env)
	if err != nil {
		return err
	}
	_, err = target.Connect(context.Background(),
		target.Config{Name: "test", Kind: target.Real, RunID: "r1", Login: login, Profile: "shipped"}, tools(&tape{}))
	return err
}

// TestClientProgramsTrustTheSame: what a client program is told is what the suite goes by.
func TestClientProgramsTrustTheSame(t *testing.T) {
	ours := newAuthority(t)
	cert, key := ours.client()
	c := newCloud(t)
	c.serve(&tls.Config{Certificates: []tls.Certificate{ours.server("127.0.0.1", time.Now().Add(-time.Minute))}})
	t.Cleanup(c.Close)
	login, err := session.ReadLogin("tls",
		entry(t, c.URL, fmt.Sprintf(", cacert: %s, cert: %s, key: %s, verify: false", ours.file, cert, key)))
	require.NoError(t, err)
	found, err := target.Connect(context.Background(),
		target.Config{Name: "test", Kind: target.Real, RunID: "r1", Login: login, Profile: "shipped"}, tools(&tape{}))
	require.NoError(t, err)
	env, err := target.Environ(found.Main)
	require.NoError(t, err)
	assert.Subset(t, env, []string{"OS_CACERT=" + ours.file, "OS_CERT=" + cert, "OS_KEY=" + key, "OS_INSECURE=true"})
}
