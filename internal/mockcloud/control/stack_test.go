package control_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
)

func TestAStackCanBeLeftInAnyState(t *testing.T) {
	cloud, err := mockcloud.New()
	require.NoError(t, err)
	c := cloudcontrol.Of(cloud)
	for _, tc := range []struct {
		id, body string
		status   int
		says     string
	}{
		{"nope", `{"stack_status": "INIT_COMPLETE"}`, 404, `there is no stack "nope"`},
		{"nope", `{"stack_status": "INIT"}`, 400, `"INIT" is no state of a stack: one of INIT, CREATE`},
		{"nope", `{"stack_status": "ASLEEP_COMPLETE"}`, 400, "is no state of a stack"},
		{"nope", `{"status": "INIT_COMPLETE"}`, 400, "the body cannot be read"},
	} {
		status, body := ask(t, c, "PUT", "/stacks/"+tc.id, tc.body)
		assert.Equal(t, tc.status, status, tc.body)
		assert.Contains(t, body["error"], tc.says, tc.body)
	}
	assert.Len(t, state.StackActions(), 13)
	assert.Len(t, state.StackProgress(), 3)
}
