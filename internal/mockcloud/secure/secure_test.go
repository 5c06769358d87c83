package secure_test

import (
	"crypto/x509"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/secure"
)

var (
	start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	hosts = []string{"127.0.0.1", "localhost"}
)

func at(now time.Time) func() time.Time { return func() time.Time { return now } }

func TestAKitIsMadeAndUsedAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tls")
	kit, err := secure.SelfSigned(dir, hosts, start)
	require.NoError(t, err)
	for _, file := range []string{kit.CA, kit.Cert, kit.Key, kit.ClientCert, kit.ClientKey} {
		info, err := os.Stat(file)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), file)
	}
	before, err := os.ReadFile(kit.Cert)
	require.NoError(t, err)
	again, err := secure.SelfSigned(dir, hosts, start.Add(time.Hour))
	require.NoError(t, err)
	assert.Equal(t, kit, again)
	after, err := os.ReadFile(kit.Cert)
	require.NoError(t, err)
	assert.Equal(t, before, after)

	_, err = secure.SelfSigned(dir, []string{"cloud.test"}, start)
	require.ErrorContains(t, err, "is not good for cloud.test")
	require.ErrorContains(t, err, "remove the folder or name another")
	_, err = secure.SelfSigned(dir, hosts, start.AddDate(2, 0, 0))
	require.ErrorContains(t, err, "was good until 2027-01-02 03:04:05: remove the folder")
	require.NoError(t, os.Remove(kit.Key))
	_, err = secure.SelfSigned(dir, hosts, start)
	require.ErrorContains(t, err, "but not all: name an empty folder")
}

func TestFilesThatAreNoGood(t *testing.T) {
	dir := t.TempDir()
	one, err := secure.SelfSigned(filepath.Join(dir, "one"), hosts, start)
	require.NoError(t, err)
	two, err := secure.SelfSigned(filepath.Join(dir, "two"), hosts, start)
	require.NoError(t, err)
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("no certificate"), 0o600))
	for _, tc := range []struct {
		name  string
		files secure.Files
		now   time.Time
		want  string
	}{
		{
			"a certificate that is not there",
			secure.Files{Cert: filepath.Join(dir, "x"), Key: one.Key},
			start,
			"certificate: there is no file " + filepath.Join(dir, "x") + "; --tls-self-signed DIR makes",
		},
		{"a key that is not there", secure.Files{Cert: one.Cert, Key: filepath.Join(dir, "x")}, start, "key: there is no file"},
		{"somebody else's key", secure.Files{Cert: one.Cert, Key: two.Key}, start, "the key has to be the certificate's"},
		{"no PEM", secure.Files{Cert: text, Key: one.Key}, start, "in PEM form"},
		{
			"a certificate that was good once",
			secure.Files{Cert: one.Cert, Key: one.Key},
			start.AddDate(2, 0, 0),
			"was good until 2027-01-02 03:04:05: put a new one there",
		},
		{
			"clients of nobody",
			secure.Files{Cert: one.Cert, Key: one.Key, ClientCA: text},
			start,
			"authority of clients: " + text + " holds no certificate in PEM form",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := secure.Open(tc.files, at(tc.now))
			require.ErrorContains(t, err, tc.want)
		})
	}
}

func TestCertificatesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	one, err := secure.SelfSigned(filepath.Join(dir, "one"), hosts, start)
	require.NoError(t, err)
	two, err := secure.SelfSigned(filepath.Join(dir, "two"), hosts, start)
	require.NoError(t, err)
	source, err := secure.Open(secure.Files{Cert: one.Cert, Key: one.Key}, at(start))
	require.NoError(t, err)
	config := source.Config()
	serial := func() string {
		now, err := config.GetConfigForClient(nil)
		require.NoError(t, err)
		leaf, err := x509.ParseCertificate(now.Certificates[0].Certificate[0])
		require.NoError(t, err)
		return leaf.SerialNumber.String()
	}
	first := serial()
	replace := func(file, by string) {
		text, err := os.ReadFile(by)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, text, 0o600))
	}
	replace(one.Cert, two.Cert)
	require.ErrorContains(t, source.Reload(), "the key has to be the certificate's")
	assert.Equal(t, first, serial(), "half of a pair changes nothing")
	replace(one.Key, two.Key)
	require.NoError(t, source.Reload())
	assert.NotEqual(t, first, serial())
}
