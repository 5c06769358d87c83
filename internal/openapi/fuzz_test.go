package openapi

import (
	"encoding/json"
	"reflect"
	"testing"

	"plumbline/internal/openapi/overlay"
	"plumbline/internal/openapi/schema"
)

// FuzzOverlay applies whatever parses as an overlay: no panic, an untouched original, the same result twice.
func FuzzOverlay(f *testing.F) {
	for _, actions := range []string{
		"- {target: $.components.schemas.S, update: {required: [b]}}",
		"- {target: '$.paths[*].get.parameters[*]', remove: true}",
		"- {target: '$..properties', update: {x: [1, {y: null}]}}",
		"- {target: $.info.title, update: {a: 1}}",
		"- {target: '$', update: {info: &a {b: *a}}}",
		"- {target: \"$.paths['/servers/{id}'].get.tags[?@ == 'b']\", remove: true}",
		"- {target: '$..*', remove: true}",
	} {
		f.Add([]byte(overlayWith(actions)))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		ov, err := overlay.ParseOverlay("o.yaml", source)
		if err != nil {
			return
		}
		compiled, err := overlay.CompileOverlay(ov)
		if err != nil {
			return
		}
		var tree, copied map[string]any
		_ = json.Unmarshal([]byte(small), &tree)
		_ = json.Unmarshal([]byte(small), &copied)
		first, _, errFirst := overlay.Apply(tree, compiled)
		second, _, errSecond := overlay.Apply(tree, compiled)
		if !reflect.DeepEqual(tree, copied) {
			t.Fatal("the original was changed")
		}
		if (errFirst == nil) != (errSecond == nil) || !reflect.DeepEqual(first, second) {
			t.Fatalf("two applications differ: %v, %v", errFirst, errSecond)
		}
	})
}

// FuzzCheckBody proves that kin-openapi and the words agree: a body is refused by one exactly when it is by the
// other, and nothing panics.
func FuzzCheckBody(f *testing.F) {
	chain, err := Builtin(Compute, Shipped)
	if err != nil {
		f.Fatal(err)
	}
	d, err := chain.At(chain.Max())
	if err != nil {
		f.Fatal(err)
	}
	var ids []string
	for _, op := range d.Operations() {
		if b := op.Body(); b != nil && b.Schema != nil {
			ids = append(ids, op.ID)
		}
	}
	for i, body := range []string{
		`{"rebuild": {"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "key_name": null, "metadata": {"a": "b"}}}`,
		`{"rebuild": {"imageRef": "nope", "x": [1, {"y": null}]}}`,
		`{"server": {"name": "x", "imageRef": "", "flavorRef": 1, "networks": [{"uuid": "x"}], "block_device_mapping_v2": [{}]}}`,
		`{"unshelve": {"availability_zone": null, "host": "h"}}`, `null`, `[]`, `{"lock": null}`, `{"keypair": {"name": " a"}}`,
		`{"os-resetState": {"state": "active"}}`, `{"rebuild": {"imageRef": "", "name": "\ud800"}}`,
	} {
		f.Add(i, []byte(body))
	}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		var v any
		if json.Unmarshal(body, &v) != nil {
			return
		}
		op := d.Operation(ids[abs(which)%len(ids)])
		s := op.Body().Schema
		refused := s.Kin.VisitJSON(v, schema.KinOptions...) != nil || !s.Keys.Allows(v)
		x := schema.Explainer{Schema: s, Limit: 1}
		x.Visit(s.Kin, v)
		if refused != (len(x.Found) > 0) {
			t.Fatalf("%s: refused is %v, found %v", op.ID, refused, x.Found)
		}
		if got := op.CheckBody(v); (got != nil) != refused && v != nil {
			t.Fatalf("%s: CheckBody answers %v", op.ID, got)
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

// FuzzMatch proves that matching never panics and that a match's parameters lead back to the path.
func FuzzMatch(f *testing.F) {
	chain, err := Builtin(Compute, Shipped)
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range []string{"/servers/1/action", "/", "//", "/servers/{server_id}", "/os-keypairs/a%2Fb", "/servers/detail/"} {
		f.Add("GET", path)
	}
	f.Fuzz(func(t *testing.T, method, path string) {
		rt, params, methods := chain.Routes().Match(method, path)
		if rt == nil {
			return
		}
		if len(methods) > 0 {
			t.Fatal("a match lists no methods")
		}
		back := rt.Path
		for _, p := range params {
			back = replaceOnce(back, "{"+p.Name+"}", p.Value)
		}
		if back != path {
			t.Fatalf("%q gives %q", path, back)
		}
	})
}

func replaceOnce(s, old, with string) string {
	for i := 0; i+len(old) <= len(s); i++ {
		if s[i:i+len(old)] == old {
			return s[:i] + with + s[i+len(old):]
		}
	}
	return s
}
