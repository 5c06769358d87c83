package audit

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

func TestTheLinkOfAPageGoesOn(t *testing.T) {
	last := namesOf(map[string]any{"keypair": map[string]any{"name": "k2", "fingerprint": "aa"}})
	for _, row := range []struct {
		asked, next string
		fits        bool
	}{
		{"http://h/v2.1/os-keypairs?limit=1&user_id=u", "http://h/v2.1/os-keypairs?limit=1&marker=k2&user_id=u", true},
		{"http://h/v2.1/os-keypairs?limit=1&user_id=u", "http://h/v2.1/os-keypairs?limit=1&marker=k2", false},
		{"http://h/v2.1/os-keypairs?limit=1", "http://h/v2.1/os-keypairs?limit=1&marker=k1", false},
		{"http://h/v2.1/os-keypairs?limit=1", "http://h/v2.1/os-keypairs?limit=1", false},
		{"http://h/v2.1/os-keypairs?limit=1&marker=k1", "http://h/v2.1/os-keypairs?limit=1&marker=k2", true},
		{"http://h/os-keypairs?changes-before=2001-01-01", "http://h/os-keypairs?marker=k2", true},
		{"http://h/os-keypairs?changes-since=2001-01-01", "http://h/os-keypairs?marker=k2", false},
		{"http://h/v2.1/os-keypairs?limit=1&limit=2", "http://h/v2.1/os-keypairs?limit=2&marker=k2", true},
		{"http://h/v2.1/os-keypairs?limit=1", "http://h/v2.1/keypairs?limit=1&marker=k2", false},
		{"http://h/os-keypairs?limit=1", "http://other/v2.1/p/os-keypairs?limit=1&marker=k2", true},
	} {
		asked, err := url.Parse(row.asked)
		require.NoError(t, err)
		if err := linkGoesOn(asked, openapi.MustVersion("2.65"), row.next, last); row.fits {
			assert.NoError(t, err, "%v", row)
		} else {
			assert.Error(t, err, "%v", row)
		}
	}
	assert.Equal(t, []string{"7", "n"}, namesOf(map[string]any{"id": 7.0, "name": "n", "links": []any{}}))
}

func TestLinkFits(t *testing.T) {
	link := func(rel, href string) []any { return []any{map[string]any{"rel": rel, "href": href}} }
	assert.Empty(t, linkFits(link("next", "http://cloud/v2.1/servers?limit=1&marker=m"), "/servers", "m"))
	for _, links := range []any{
		nil, link("self", "http://cloud/servers?marker=m"), link("next", "http://cloud/flavors?marker=m"),
		link("next", "http://cloud/servers?marker=n"), link("next", "/servers?marker=m"),
	} {
		assert.NotEmpty(t, linkFits(links, "/servers", "m"), "%v", links)
	}
}
