package openapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// The messages and values of refusals, word for word as a real Nova 2.93 has them.
func TestRefusalsSayWhatWasSent(t *testing.T) {
	const flavor = `{"flavor": {"name": "f", "vcpus": 1, "ram": 1, "disk": 1, `
	for _, row := range []struct{ at, operation, body, said, message string }{
		{
			"2.93", "servers.unshelve", `{"unshelve": {"z": 1, "a": {"y": [{"d": 1, "c": 2}], "b": null}}}`,
			"{'z': 1, 'a': {'y': [{'d': 1, 'c': 2}], 'b': None}}",
			"{'z': 1, 'a': {'y': [{'d': 1, 'c': 2}], 'b': None}} is not valid under any of the given schemas",
		},
		{
			"2.93", "servers.lock", `{"lock": {"z": 1, "a": 2}}`, "{'z': 1, 'a': 2}",
			"Additional properties are not allowed ('z', 'a' were unexpected)",
		},
		{"2.93", "flavors.create", flavor + `"rxtx_factor": "0"}}`, "0", "0 is less than or equal to the minimum of 0"},
		{"2.93", "flavors.create", flavor + `"id": {"b": 1, "a": 2}}}`, "{'b': 1, 'a': 2}", "{'b': 1, 'a': 2} is not of type 'string', 'number', 'null'"},
		{"2.93", "flavors.create", flavor + `"id": " a"}}`, " a", "' a' does not match '^(?! )[a-zA-Z0-9. _-]+(?<! )$'"},
		{"2.93", "flavors.create", `{"flavor": {"name": "f", "vcpus": "0", "ram": 1, "disk": 1}}`, "0", "0 is less than the minimum of 1"},
	} {
		v := computeOperation(t, openapi.Shipped, row.at, row.operation).CheckSentBody(value(t, row.body), []byte(row.body))
		if assert.NotNil(t, v, row.body) {
			assert.Equal(t, row.message, v.Message, row.body)
			assert.Equal(t, row.said, v.Said, row.body)
		}
	}
}

func TestKeysAsTheyWereSent(t *testing.T) {
	for raw, want := range map[string]string{
		`{"b": 1, "a": 2}`:                  "{'b': 1, 'a': 2}",
		`{"b": 1, "a": 2, "b": 3}`:          "{'b': 3, 'a': 2}",
		`[{"b": {"d": 1, "c": 2}}, 5]`:      "[{'b': {'d': 1, 'c': 2}}, 5]",
		`{"b": [], "a": {}, "c": [[{}]]}`:   "{'b': [], 'a': {}, 'c': [[{}]]}",
		`"text"`:                            "'text'",
		`{"a": [1, {"z": null, "y": "x"}]}`: "{'a': [1, {'z': None, 'y': 'x'}]}",
	} {
		assert.Equal(t, want, python.ReprIn(value(t, raw), python.OrderOf([]byte(raw))), raw)
	}
	// What is not known of an order is sorted: of a text that ends early, of keys that were added later, of no text.
	sent := map[string]any{"b": 1.0, "a": 2.0, "c": 3.0}
	for _, raw := range []string{`{"b": 1, "a"`, ``, `5`} {
		assert.Equal(t, "{'a': 2, 'b': 1, 'c': 3}", python.ReprIn(sent, python.OrderOf([]byte(raw))), raw)
	}
	assert.Equal(t, "{'c': 3, 'a': 2, 'b': 1}", python.ReprIn(sent, python.OrderOf([]byte(`{"c": 3}`))))
	assert.Equal(t, []string{"c", "a"}, python.OrderOf([]byte(`{"x": {"c": 1, "a": 2}}`)).At("x").Keys(map[string]any{"a": 1, "c": 1}))
	assert.Nil(t, python.OrderOf([]byte(`{}`)).At("not", "there"))
}
