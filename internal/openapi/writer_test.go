package openapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/schema"
)

// In one pass or in three, an answer is the same bytes; and the one pass is sure of what real clouds answer.
func TestOnePassAndThreeWriteTheSame(t *testing.T) {
	sure, all := 0, 0
	for _, a := range computeAnswers(t) {
		if a.Body == nil {
			continue
		}
		op := computeOperation(t, openapi.Shipped, a.At, a.Operation)
		for name, granted := range map[string]func(string) bool{
			"everything": nil,
			"nothing":    func(string) bool { return false },
			"some":       func(rule string) bool { return len(rule)%2 == 0 },
		} {
			got, ok := op.AppendResponse(nil, a.Status, a.header(), a.Body, granted)
			kept := op.Project(a.Status, a.Body, granted)
			all++
			if !ok {
				continue
			}
			sure++
			assert.Empty(t, op.CheckResponse(a.Status, a.header(), kept), "%s at %s, granted %s", a.Operation, a.At, name)
			assert.Equal(t, string(schema.AppendJSON(nil, kept)), string(got), "%s at %s, granted %s", a.Operation, a.At, name)
		}
	}
	require.NotZero(t, all)
	t.Logf("sure of %d of %d", sure, all)
	assert.Greater(t, sure, all*9/10)
}

// Whatever is taken out of an answer, or put in the wrong place, the one pass is never sure of what the check refuses.
func TestOnePassIsNeverSureOfWhatIsRefused(t *testing.T) {
	tried, seen := 0, map[string]bool{}
	for _, a := range computeAnswers(t) {
		op := computeOperation(t, openapi.Shipped, a.At, a.Operation)
		if a.Body == nil || seen[a.Operation] {
			continue
		}
		seen[a.Operation] = true
		spoil(a.Body, func() {
			tried++
			_, ok := op.AppendResponse(nil, a.Status, a.header(), a.Body, nil)
			refused := op.CheckResponse(a.Status, a.header(), op.Project(a.Status, a.Body, nil))
			if ok && len(refused) > 0 {
				t.Errorf("%s at %s: %s", a.Operation, a.At, refused[0])
			}
		})
	}
	assert.Greater(t, tried, 1000)
}

// spoil changes one place of a value after another, calls then, and changes it back.
func spoil(v any, then func()) {
	switch v := v.(type) {
	case map[string]any:
		for key, was := range v {
			delete(v, key)
			then()
			for _, wrong := range []any{nil, true, "", "x", 1.5, -1.0, []any{}, []any{"x"}, map[string]any{}, map[string]any{"x": "y"}} {
				v[key] = wrong
				then()
			}
			v[key] = was
			spoil(was, then)
		}
		v["no such key"] = 1.0
		then()
		delete(v, "no such key")
	case []any:
		for i, was := range v {
			for _, wrong := range []any{nil, true, "", 1.5, []any{}, map[string]any{}} {
				v[i] = wrong
				then()
			}
			v[i] = was
			spoil(was, then)
		}
	}
}
