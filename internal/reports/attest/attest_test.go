package attest_test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

func keys(t *testing.T) (private, public string) {
	t.Helper()
	dir := t.TempDir()
	priv, pub, err := attest.Generate(rand.Reader)
	require.NoError(t, err)
	private, public = filepath.Join(dir, "k.key"), filepath.Join(dir, "k.pub")
	require.NoError(t, os.WriteFile(private, priv, 0o600))
	require.NoError(t, os.WriteFile(public, pub, 0o600))
	return private, public
}

func statement(t *testing.T) *attest.Statement {
	t.Helper()
	r := &reports.Report{
		Profile: "shipped", Run: reports.Run{
			ID: "r1", Complete: true, Tool: "plumbline v1",
			Digests: eventlog.Digests{Features: "aa", Documents: "bb"},
		},
		Summary: reports.Summary{Verdict: verdict.Partial},
		Requirements: []reports.Requirement{
			{ID: "A-1", Verdict: verdict.Pass},
			{ID: "A-2", Verdict: verdict.Waived},
			{ID: "A-3", Verdict: verdict.Error},
			{ID: "A-4", Verdict: verdict.Unsupported},
			{ID: "A-5", Verdict: verdict.Pass, Standing: features.Decision},
			{ID: "A-6", Verdict: verdict.Fail, Standing: features.Decision},
		},
	}
	s, err := attest.New(r, "11", "22")
	require.NoError(t, err)
	return s
}

// What a run that was cut off would have found nobody knows: nothing is stated of it.
func TestARunThatIsNotCompleteIsNotVouchedFor(t *testing.T) {
	r := &reports.Report{
		Profile: "shipped", Run: reports.Run{ID: "r1", Stopped: "the run was killed"},
		Summary: reports.Summary{Verdict: verdict.Conformant},
	}
	_, err := attest.New(r, "11", "22")
	require.ErrorIs(t, err, attest.ErrIncomplete)
	require.ErrorContains(t, err, "the run was killed")
}

func TestAStatementIsWhatInTotoReads(t *testing.T) {
	text, err := json.Marshal(statement(t))
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"_type": "https://in-toto.io/Statement/v1",
		"subject": [{"name": "report.json", "digest": {"sha256": "11"}}, {"name": "events.ndjson", "digest": {"sha256": "22"}}],
		"predicateType": "https://in-toto.io/attestation/test-result/v0.1",
		"predicate": {
			"result": "WARNED",
			"configuration": [
				{"name": "features", "digest": {"sha256": "aa"}}, {"name": "documents", "digest": {"sha256": "bb"}},
				{"name": "run", "uri": "urn:plumbline:run:r1", "annotations": {"profile": "shipped", "target": "", "tool": "plumbline v1", "verdict": "conformant (partial)"}}
			],
			"passedTests": ["A-1", "A-5"], "warnedTests": ["A-2"], "failedTests": ["A-3"]
		}
	}`, string(text))
}

func TestOnlyTheKeyThatSignedVerifies(t *testing.T) {
	private, public := keys(t)
	_, stranger := keys(t)
	priv, err := attest.ReadPrivate(private)
	require.NoError(t, err)
	pub, err := attest.ReadPublic(public)
	require.NoError(t, err)
	other, err := attest.ReadPublic(stranger)
	require.NoError(t, err)
	envelope, err := attest.Sign(t.Context(), statement(t), priv)
	require.NoError(t, err)
	got, err := attest.Verify(t.Context(), envelope, pub)
	require.NoError(t, err)
	assert.Equal(t, statement(t), got)
	_, err = attest.Verify(t.Context(), envelope, other)
	require.ErrorIs(t, err, attest.ErrSignature)

	// The envelope signs its type and its payload, not only the one.
	var parts map[string]any
	require.NoError(t, json.Unmarshal(envelope, &parts))
	payload, err := base64.StdEncoding.DecodeString(parts["payload"].(string))
	require.NoError(t, err)
	parts["payload"] = base64.StdEncoding.EncodeToString(bytes.Replace(payload, []byte("WARNED"), []byte("PASSED"), 1))
	forged, err := json.Marshal(parts)
	require.NoError(t, err)
	_, err = attest.Verify(t.Context(), forged, pub)
	require.ErrorIs(t, err, attest.ErrSignature)
	_, err = attest.Verify(t.Context(), bytes.Replace(envelope, []byte("in-toto+json"), []byte("other+json"), 1), pub)
	require.ErrorContains(t, err, "payloadType")
	_, err = attest.Verify(t.Context(), []byte("{"), pub)
	require.ErrorContains(t, err, "no DSSE envelope")
}

func TestKeyFilesThatAreNone(t *testing.T) {
	private, public := keys(t)
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	_, err := attest.ReadPrivate(public)
	require.ErrorContains(t, err, "signing wants a PRIVATE KEY")
	_, err = attest.ReadPublic(private)
	require.ErrorContains(t, err, "the private one should stay where it is")
	for _, path := range []string{empty, "/nowhere"} {
		_, err = attest.ReadPublic(path)
		require.ErrorIs(t, err, attest.ErrKey)
		assert.True(t, strings.Contains(err.Error(), path), err)
	}
}
