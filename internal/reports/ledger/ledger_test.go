package ledger_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	texts "plumbline/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/ledger"
	"plumbline/internal/reports/verify"
)

// The ledger of this repository holds: what "plumbline report ledger" checks.
func TestTheLedgerHolds(t *testing.T) {
	digest, err := openapi.DigestFS(texts.FS)
	require.NoError(t, err)
	found, err := ledger.Check("../../../reports/ledger", verify.Options{Suite: verify.Suite{
		Release: "this one", Digests: eventlog.Digests{Features: digest, Documents: openapi.Digest(), Rules: reports.Rules()},
	}}, "")
	require.NoError(t, err)
	require.NotEmpty(t, found)
	for _, f := range found {
		t.Logf("%s %s: %s", f.State, f.Folder, f.Says)
		assert.NotEqual(t, verify.Refused, f.State, "%s: %s", f.Folder, f.Says)
	}
}
