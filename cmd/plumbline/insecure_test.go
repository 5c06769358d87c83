package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/mockcloud"
)

// TestAnInsecureRunIsSaidEverywhere certifies a mock behind TLS: with its CA quietly, without any not at all, and with
// --insecure loudly, in the terminal and in the report.
func TestAnInsecureRunIsSaidEverywhere(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(cloud)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600))
	const loud, reported = "plumbline: WARNING: INSECURE: the certificates of ", "INSECURE: certificates were not verified"
	for _, row := range []struct {
		name     string
		env      []string
		flags    []string
		code     int
		insecure bool
	}{
		{name: "with its CA", env: []string{"OS_CACERT=" + ca}, code: cli.ExitOK},
		{name: "without", code: cli.ExitUsage},
		{
			name: "the line wins over the environment", env: []string{"OS_INSECURE=0"}, flags: []string{"--insecure"},
			code: cli.ExitOK, insecure: true,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, out, stderr := command(t, row.env,
				append([]string{"certify", "--target", server.URL, "--only", "MVN-01", "--no-sweep", "--out", "r"}, row.flags...)...)
			require.Equal(t, row.code, code, stderr)
			if row.code == cli.ExitUsage {
				assert.Contains(t, stderr, "give the authority's certificate with cacert in clouds.yaml or OS_CACERT")
				return
			}
			says := assert.NotContains
			if row.insecure {
				says = assert.Contains
			}
			says(t, stderr, loud)
			says(t, out, reported)
			report, err := reports.ReadDir("r")
			require.NoError(t, err)
			assert.Equal(t, row.insecure, report.Run.Insecure)
			for _, file := range []string{"summary.md", "report.html", "junit.xml"} {
				text, err := os.ReadFile(filepath.Join("r", file))
				require.NoError(t, err)
				says(t, string(text), "ertificates were not verified", file)
			}
			root := emptyLedger(t)
			submitted, _, stderr := runReport(t, "submit", "r", "--implementation", "mock", "--ledger", root)
			require.Zero(t, submitted, stderr)
			found, err := filepath.Glob(filepath.Join(root, "compute-*", "mock", "entry.yaml"))
			require.NoError(t, err)
			require.Len(t, found, 1)
			entry, err := os.ReadFile(found[0])
			require.NoError(t, err)
			says(t, string(entry), "insecure: true\n")
			index, err := os.ReadFile(filepath.Join(root, "README.md"))
			require.NoError(t, err)
			says(t, string(index), "INSECURE: certificates were not verified")
			if row.insecure { // and the entry cannot keep quiet about it
				require.NoError(t, os.WriteFile(found[0], bytes.Replace(entry, []byte("insecure: true\n"), nil, 1), 0o600))
				code, out, _ := runReport(t, "ledger", root)
				assert.Equal(t, cli.ExitNotConform, code)
				assert.Contains(t, out, "insecure is false, and the report says true")
			}
		})
	}
}
