package world

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What others make meanwhile is no change that a refused request made: their members, and links that come with a longer list.
func TestOnlyWhatTheRequestNamesCountsInACollection(t *testing.T) {
	sent := []byte(`{"server": {"name": "mine", "key_name": "K"}}`)
	for name, row := range map[string]struct {
		was, is string
		same    bool
	}{
		"nothing happened":         {`{"servers": []}`, `{"servers": []}`, true},
		"it was created":           {`{"servers": []}`, `{"servers": [{"name": "mine"}]}`, false},
		"another was created":      {`{"servers": []}`, `{"servers": [{"name": "another"}]}`, true},
		"the page is full now":     {`{"servers": []}`, `{"servers": [], "servers_links": [{"rel": "next", "href": "http://x?marker=1"}]}`, true},
		"the links became another": {`{"images": [], "next": "/v2/images?marker=1"}`, `{"images": [], "next": "/v2/images?marker=2"}`, true},
		"a list with an object":    {`{"users": [], "links": {"next": null}}`, `{"users": [], "links": {"next": "http://x"}}`, true},
		"a key pair was created":   {`{"keypairs": []}`, `{"keypairs": [{"keypair": {"name": "K"}}]}`, false},
	} {
		var was, is any
		require.NoError(t, json.Unmarshal([]byte(row.was), &was), name)
		require.NoError(t, json.Unmarshal([]byte(row.is), &is), name)
		assert.Equal(t, row.same, len(listDifferences(keepNamed(was, sent), keepNamed(is, sent), "")) == 0, name)
	}
}
