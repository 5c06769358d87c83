package stacks

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/world"
)

func TestTheStatusOfAFault(t *testing.T) {
	fault := func(code float64, kind string) any {
		return map[string]any{"code": code, "error": map[string]any{"type": kind, "message": "why"}}
	}
	for _, row := range []struct {
		status int
		body   any
		fits   bool
	}{
		{404, fault(404, "ResourceNotAvailable"), true},
		{400, fault(400, "ResourceNotAvailable"), false},
		{409, fault(409, "ActionInProgress"), true},
		{404, fault(400, "EntityNotFound"), false},
		{500, fault(500, "TypeError"), true},
		{418, fault(418, "NobodyKnows"), true},
		{401, map[string]any{"error": map[string]any{"code": 401.0, "title": "Unauthorized"}}, true},
		{200, fault(200, "EntityNotFound"), true},
		{404, nil, true},
	} {
		x := &world.Exchange{}
		x.Status, x.JSON = row.status, row.body
		assert.Equal(t, row.fits, faultFits(x) == nil, "%v", row)
	}
}
