package state

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheTextOfAValueSaysTheValue(t *testing.T) {
	for text, value := range map[string]any{
		`null`: nil, `true`: true, `-1.5`: -1.5, `3`: 3.0, `"a\u003cb"`: "a<b", `[]`: []any{}, `["a",null]`: []any{"a", nil},
		`{"a":{"b":1}}`: map[string]any{"a": map[string]any{"b": 1.0}},
	} {
		assert.Equal(t, JSON(text), JSONOf(value))
		assert.Equal(t, value, JSON(text).Decoded(), text)
		var read JSON
		read.ReadBody(value)
		assert.Equal(t, JSON(text), read)
	}
	assert.Equal(t, Null, JSONOf(nil))
	assert.Nil(t, JSON("").Decoded(), "no JSON")
	assert.Panics(t, func() { JSONOf(func() {}) })
}

func TestAGroupHasTheEndpointsWithAllItsValues(t *testing.T) {
	region := "r"
	e := &Endpoint{Interface: "public", ServiceID: "s", Enabled: true, RegionID: &region}
	for name, test := range map[string]struct {
		filters Extra
		has     bool
	}{
		"no filter":             {nil, true},
		"all of them":           {Extra{"interface": `"public"`, "service_id": `"s"`, "enabled": `true`, "region_id": `"r"`}, true},
		"one that is another":   {Extra{"interface": `"public"`, "service_id": `"t"`}, false},
		"a flag":                {Extra{"enabled": `false`}, false},
		"a word that is a flag": {Extra{"enabled": `"true"`}, false},
		"null":                  {Extra{"region_id": Null}, false},
		"no attribute":          {Extra{"nope": Null}, false},
	} {
		g := &EndpointGroup{Filters: test.filters}
		assert.Equal(t, test.has, g.Has(e), name)
	}
}
