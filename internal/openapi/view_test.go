package openapi_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

type level string

type brief struct {
	ID   string `json:"id"`
	Name level  `json:"name"`
}

type linkView struct {
	Rel  string `json:"rel"`
	Href string `json:"href"`
}

type flavorView struct {
	brief
	hidden      int
	RAM         int               `json:"ram"`
	Disk        int64             `json:"disk"`
	VCPUs       *int              `json:"vcpus"`
	RXTX        float64           `json:"rxtx_factor"`
	Ephemeral   int               `json:"OS-FLV-EXT-DATA:ephemeral"`
	Disabled    bool              `json:"OS-FLV-DISABLED:disabled"`
	Public      bool              `json:"os-flavor-access:is_public"`
	ExtraSpecs  map[string]string `json:"extra_specs"`
	Swap        any               `json:"swap"`
	Links       []linkView        `json:"links"`
	Description *string           `json:"description"`
	Unknown     *linkView         `json:"no such field,omitzero"`
}

// theFlavor is a flavor as a view and as plain values.
func theFlavor() (flavorView, map[string]any) {
	vcpus := 2
	v := flavorView{
		brief: brief{ID: "1", Name: "m1.tiny"}, hidden: 1, RAM: 512, Disk: 1, VCPUs: &vcpus, RXTX: 1.5, Public: true, Swap: 4,
		Links: []linkView{{"self", "http://c/1"}, {"bookmark", "http://c/2"}},
	}
	return v, map[string]any{
		"id": "1", "name": "m1.tiny", "ram": 512.0, "disk": 1.0, "vcpus": 2.0, "rxtx_factor": 1.5, "OS-FLV-EXT-DATA:ephemeral": 0.0,
		"OS-FLV-DISABLED:disabled": false, "os-flavor-access:is_public": true, "extra_specs": map[string]any{}, "swap": 4.0, "description": nil,
		"links": []any{map[string]any{"rel": "self", "href": "http://c/1"}, map[string]any{"rel": "bookmark", "href": "http://c/2"}},
	}
}

// A view is written as the same object is that is made of plain values, by pointer and by value, whoever sees how much of it.
func TestViewsAreWrittenAsPlainValuesAre(t *testing.T) {
	view, plain := theFlavor()
	for _, version := range []string{"2.1", "2.55", "2.61", "2.104"} {
		c, _ := newest(t)
		op := at(t, c, version).Operation("flavors.show")
		for name, granted := range map[string]func(string) bool{"everything": nil, "nothing": func(string) bool { return false }} {
			want, sure := op.AppendResponse(nil, 200, nil, map[string]any{"flavor": plain}, granted)
			require.True(t, sure, version)
			for _, v := range []any{view, &view} {
				got, sure := op.AppendResponse(nil, 200, nil, map[string]any{"flavor": v}, granted)
				assert.True(t, sure, "%s, granted %s", version, name)
				assert.Equal(t, string(want), string(got), "%s, granted %s", version, name)
			}
		}
	}
}

// Whoever is not sure of a view opens it level by level.
func TestOpenViews(t *testing.T) {
	view, _ := theFlavor()
	text, now := "text", time.Unix(0, 0)
	var nothing *linkView
	opened := func(v any) any {
		out, changed := openapi.Open(v)
		assert.True(t, changed, "%T", v)
		return out
	}
	flavor := opened(&view).(map[string]any)
	assert.Len(t, flavor, 13, "what is left out is not there")
	assert.Equal(t, []any{&view.Links[0], &view.Links[1]}, opened(flavor["links"]))
	assert.Equal(t, 4, flavor["swap"])
	self := "self"
	assert.Equal(t, map[string]any{"rel": &self}, opened(struct {
		Rel    string `json:"rel"`
		Silent string
		Never  string    `json:"-"`
		Less   []string  `json:"less,omitzero"`
		Time   time.Time `json:"time,omitzero"`
	}{Rel: "self"}), "a struct without a name")
	assert.Equal(t, []any{}, opened([]linkView(nil)))
	assert.Equal(t, []any{level("a")}, opened([]level{"a"}))
	assert.Equal(t, map[string]any{"a": level("b")}, opened(map[level]level{"a": "b"}))
	assert.Equal(t, "text", opened(&text))
	assert.Equal(t, "a", opened(level("a")))
	assert.Nil(t, opened(nothing))
	for _, v := range []any{now, map[int]string{}, func() {}, complex(1, 1)} {
		_, changed := openapi.Open(v)
		assert.False(t, changed, "%T", v)
	}
}

func TestViewsHaveEachFieldOnce(t *testing.T) {
	assert.Panics(t, func() {
		openapi.Open(struct {
			brief
			Other string `json:"id"`
		}{})
	})
}

// BenchmarkAppendView writes a flavor from a struct and from a map.
func BenchmarkAppendView(b *testing.B) {
	c, _ := newest(b)
	op := at(b, c, "2.104").Operation("flavors.show")
	view, plain := theFlavor()
	for name, v := range map[string]any{"struct": &view, "map": plain} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			room := make([]byte, 0, 4096)
			for b.Loop() {
				if _, sure := op.AppendResponse(room, 200, nil, map[string]any{"flavor": v}, nil); !sure {
					b.Fatal("not sure")
				}
			}
		})
	}
}

// text is a text that is JSON.
type text string

func (t text) Decoded() (value any) {
	_ = json.Unmarshal([]byte(t), &value)
	return value
}

// A text that is JSON is answered as what it says: in a field, in a map, and beside the fields.
func TestATextThatIsJSONIsAnsweredAsItsValue(t *testing.T) {
	v := &struct {
		One  text            `json:"one"`
		Null text            `json:"null"`
		Map  map[string]text `json:"map"`
		More map[string]text `json:"*"`
	}{`[1]`, `null`, map[string]text{"a": `{"b": true}`}, map[string]text{"c": `"d"`}}
	opened, changed := openapi.Open(v)
	require.True(t, changed)
	for name, want := range map[string]any{"one": []any{1.0}, "null": nil, "c": "d"} {
		got, there := openapi.Get(v, name)
		assert.True(t, there, name)
		assert.Equal(t, want, got, name)
		value, changed := openapi.Open(opened.(map[string]any)[name])
		assert.True(t, changed, name)
		assert.Equal(t, want, value, name)
	}
	inMap, _ := openapi.Open(opened.(map[string]any)["map"])
	value, _ := openapi.Open(inMap.(map[string]any)["a"])
	assert.Equal(t, map[string]any{"b": true}, value)
}
