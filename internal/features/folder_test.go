package features_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// example is the specification of the guide, with changes to its files.
func example(t *testing.T, changes map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ours")
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples/specification")))
	for name, text := range changes {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

// replaced is a file of the example with one place replaced.
func replaced(t *testing.T, name, old, by string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples/specification", name))
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	return map[string]string{name: strings.Replace(string(text), old, by, 1)}
}

func TestASuiteOfAFolder(t *testing.T) {
	s, err := features.Open(example(t, nil))
	require.NoError(t, err)
	assert.Equal(t, "ours", s.From)
	assert.Equal(t, s.Digest, s.Catalogue.Outside)
	assert.Len(t, s.Catalogue.Specifications, 2)
	assert.Equal(t, []openapi.Service{openapi.Compute}, s.Documents.Extended())
	again, err := features.Open(example(t, map[string]string{"README.md": "not read", ".git/config": "not read"}))
	require.NoError(t, err)
	assert.Equal(t, s.Digest, again.Digest, "files beside the suite change nothing")
	other, err := features.Open(example(t, replaced(t, "hostname/hostname.feature", "web-1", "web-3")))
	require.NoError(t, err)
	assert.NotEqual(t, s.Digest, other.Digest)
}

func TestAFolderThatIsWrongIsRefusedWithFileAndLine(t *testing.T) {
	const catalogue, feature, overlay = "catalogue/hostname.yaml", "hostname/hostname.feature", "openapi/compute/specified/2.106.yaml"
	for name, c := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"an unknown key": {
			replaced(t, catalogue, "prefix: HST", "prefixes: HST"),
			catalogue + ":3: field prefixes not found",
		},
		"no prefix": {
			replaced(t, catalogue, "prefix: HST\n", ""),
			catalogue + ": a specification needs id, prefix and title",
		},
		"broken YAML": {replaced(t, catalogue, "id: HST-01", "id: [HST-01"), catalogue + ":"},
		"an id of Plumbline's own": {
			replaced(t, catalogue, "id: hostname", "id: stack-lock"),
			catalogue + ":1: stack-lock with the prefix LCK is part of plumbline",
		},
		"a prefix of its own": {
			replaced(t, catalogue, "prefix: HST", "prefix: RKP"),
			"rebuild-keypair-reset with the prefix RKP is part of plumbline",
		},
		"an id twice": {
			replaced(t, catalogue, "id: HST-02", "id: HST-01"),
			catalogue + ":18: requirement HST-01 is in line 11 already",
		},
		"an id of another form": {
			replaced(t, catalogue, "id: HST-02", "id: HST-2"),
			catalogue + `:18: requirement "HST-2": want HST-01`,
		},
		"no service": {
			replaced(t, catalogue, "service: compute", "service: nova"),
			`service: unknown service "nova"`,
		},
		"a profile is missing": {
			replaced(t, catalogue, "shipped: {holds: true}, ", ""),
			catalogue + ":11: HST-01 does not say what holds in the profile shipped",
		},
		"no actor": {replaced(t, catalogue, "    actor: member\n", ""), catalogue + ":11: HST-01 has no actor"},
		"a table without Examples": {
			replaced(t, catalogue, "[no hostnames]", "[no hostname]"),
			`no Examples are called "no hostname"; did you mean no hostnames?`,
		},
		"a prefix of another file": {
			replaced(t, "catalogue/short-hostname.yaml", "prefix: SHN", "prefix: HST"),
			"prefix HST is taken by catalogue/hostname.yaml",
		},
		"an unknown tag": {replaced(t, feature, "@until:2.93", "@untill:2.93"), feature + ":23: "},
		"broken Gherkin": {replaced(t, feature, "    Then the request", "    Thenn the request"), feature + ":8: "},
		"no such specification": {
			replaced(t, feature, "@spec:hostname", "@spec:hostnames"),
			feature + ":6: @spec:hostnames: no catalogue has this id; did you mean hostname",
		},
		"no such requirement": {
			replaced(t, feature, "HST-02", "HST-03"),
			feature + ":12: no catalogue has the requirement HST-03; did you mean",
		},
		"a row twice": {replaced(t, feature, "HST-N01b", "HST-N01a"), feature + ":31: row HST-N01a is in "},
		"no such operation": {
			replaced(t, feature, "  @since:2.90\n", "  @since:2.90 @op:servers.creat\n"),
			"@op:servers.creat: no document has this operation; did you mean servers.create",
		},
		"two exchanges": {
			replaced(t, feature, "Given a server", "When the member sends GET /servers at 2.90"),
			feature + ":12: 2 sentences with When",
		},
		"no overlay": {
			replaced(t, overlay, "overlay: 1.0.0", "overlay: 2.0.0"),
			overlay + ": overlay must be 1.0.0",
		},
		"no scope of a change": {
			replaced(t, overlay, "change-scope: schema", "change-scope: shema"),
			overlay + `:12: x-openstack-change-scope is "shema": one of schema, behaviour, elsewhere`,
		},
		"a target of nothing": {replaced(t, overlay, "schemas.Hostname", "schemas.Hostnames"), overlay + ":13: "},
		"an overlay elsewhere": {
			map[string]string{"openapi/compute/overlays/2.106.yaml": "x"},
			"overlays are in compute/specified/X.Y.yaml",
		},
		"no such service": {map[string]string{"openapi/nova/specified/2.106.yaml": "x"}, `unknown service "nova"`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := example(t, c.changes)
			_, err := features.Open(dir)
			require.Error(t, err)
			assert.Contains(t, strings.ReplaceAll(err.Error(), dir+"/", ""), c.want)
		})
	}
}

func TestAFolderThatSomebodyElseFilledLeadsNowhere(t *testing.T) {
	for name, c := range map[string]struct {
		make func(dir string) error
		want string
	}{
		"a link to a file": {
			func(dir string) error { return os.Symlink("/etc/passwd", dir+"/catalogue/passwd.yaml") },
			"symbolic link",
		},
		"a link to a folder": {func(dir string) error { return os.Symlink("/etc", dir+"/more") }, "symbolic link"},
		"a link as documents": {func(dir string) error {
			return os.Symlink("/etc", dir+"/openapi/network")
		}, "symbolic link"},
		"a huge file": {func(dir string) error {
			return os.WriteFile(dir+"/hostname/huge.feature", make([]byte, 3<<20), 0o600)
		}, "huge.feature is too large"},
		"an empty folder": {os.RemoveAll, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := example(t, nil)
			require.NoError(t, c.make(dir))
			_, err := features.Open(dir)
			assert.ErrorContains(t, err, c.want)
		})
	}
	_, err := features.Open(t.TempDir())
	assert.ErrorContains(t, err, "plumbline new spec NAME --features")
}

func TestWhatIsUnfinishedIsSaidAndRuns(t *testing.T) {
	dir := example(t, replaced(t, "hostname/hostname.feature", "Scenario: HST-N02 two", "Scenario: HST-02b two"))
	_, err := features.Open(dir)
	require.NoError(t, err)
	_, problems, err := features.Check(dir)
	require.NoError(t, err)
	require.Len(t, problems, 1)
	assert.True(t, problems[0].Unfinished)
	assert.Contains(t, problems[0].String(), "catalogue/hostname.yaml:32: HST-N02 holds in the profile shipped, and no scenario tests it there")
}
