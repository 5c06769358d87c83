package settings_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/waivers"
	"plumbline/internal/steps/settings"
)

var options = []string{"os-cloud", "actor", "exclude", "timeout", "max-microversion"}

func TestSettings(t *testing.T) {
	for _, c := range []struct{ name, text, err string }{
		{"an empty file is fine", "", ""},
		{"an unknown key is named with its line", "os-cloud: x\nos-clud: y\n", `line 2: "os-clud" is no option`},
		{"a waiver needs a reason", "waivers: [{id: RKP-01, until: 2026-01-01}]", "line 1: the waiver of RKP-01 has no reason"},
		{"a waiver needs an end", "waivers: [{id: RKP-01, reason: x}]", "line 1: the waiver of RKP-01 has no expires"},
		{"a waiver has no other keys", "waivers: [{id: RKP-01, reason: x, until: 2026-01-01, why: y}]", `line 1: unknown key "why"`},
		{"a list of lists is no value", "exclude: [[a]]", "cannot unmarshal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := settings.Parse([]byte(c.text), options)
			if c.err == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.err)
		})
	}
}

func TestValuesKeepTheirText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plumbline.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
os-cloud: prod
max-microversion: 2.90
exclude: [RKP-05, "@needs:metadata"]
actors: {reader: r, admin: a}
waivers: [{id: RKP-22, reason: hidden, until: 2026-12-31}]
`), 0o600))
	s, err := settings.Read(file, options)
	require.NoError(t, err)
	assert.Equal(t, map[string][]string{
		"os-cloud": {"prod"}, "max-microversion": {"2.90"},
		"exclude": {"RKP-05", "@needs:metadata"}, "actor": {"admin=a", "reader=r"},
	}, s.Options, "2.90 is not 2.9")
	assert.Equal(t, []waivers.Waiver{{Waiver: eventlog.Waiver{ID: "RKP-22", Reason: "hidden", Until: "2026-12-31"}, Line: 6}}, s.Waivers)
}

func TestAMissingFileIsSaid(t *testing.T) {
	_, err := settings.Read("/nowhere/plumbline.yaml", options)
	require.ErrorContains(t, err, "settings: open /nowhere/plumbline.yaml")
}

func TestWaiversMayStandInAFileOfTheirOwn(t *testing.T) {
	s, err := settings.Parse([]byte("waivers: known/waivers.yaml\n"), append(options, "waivers"))
	require.NoError(t, err)
	assert.Equal(t, map[string][]string{"waivers": {"known/waivers.yaml"}}, s.Options)
	assert.Empty(t, s.Waivers)
}
