package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestVersionsRoundTrip(t *testing.T) {
	for _, s := range []string{"", "2.1", "2.0", "2.104", "3.71", "10.20"} {
		v, err := openapi.ParseVersion(s)
		require.NoError(t, err, s)
		assert.Equal(t, s, v.String())
		text, err := json.Marshal(map[string]openapi.Version{"at": v})
		require.NoError(t, err)
		var back map[string]openapi.Version
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, v, back["at"])
	}
}

func TestWhatIsNotAVersion(t *testing.T) {
	for _, s := range []string{
		"2", "2.", ".1", "2.01", "02.1", "0.1", "2.x", "+2.1", "2.-1", "2.1.0", " 2.1", "2.1 ",
		"latest", "2.99999999999999999999",
	} {
		_, err := openapi.ParseVersion(s)
		assert.Error(t, err, "%q", s)
	}
	assert.Panics(t, func() { openapi.MustVersion("x") })
}

func TestVersionsAreOrderedByNumber(t *testing.T) {
	old, recent := openapi.MustVersion("2.9"), openapi.MustVersion("2.10")
	assert.True(t, old.Less(recent))
	assert.False(t, recent.Less(old))
	assert.True(t, recent.AtLeast(recent))
	assert.Equal(t, 0, old.Compare(old))
	assert.Equal(t, recent, old.Next())
	assert.Equal(t, old, recent.Previous())
	assert.Equal(t, openapi.Version{}, openapi.Version{}.Next())
	assert.Equal(t, openapi.Version{}, openapi.Version{}.Previous())
	assert.Equal(t, openapi.MustVersion("2.0"), openapi.MustVersion("2.0").Previous())
	assert.True(t, openapi.Version{}.IsZero())
}

func TestServicesAndProfilesRoundTrip(t *testing.T) {
	for _, s := range openapi.Services() {
		back, err := openapi.ParseService(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, back)
	}
	for _, p := range openapi.Profiles() {
		back, err := openapi.ParseProfile(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, back)
	}
	_, err := openapi.ParseService("nova")
	assert.ErrorContains(t, err, "compute, identity, image")
	_, err = openapi.ParseProfile("")
	assert.ErrorContains(t, err, "shipped, specified")
}
