package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/plan"
)

func TestCheckTags(t *testing.T) {
	assert.NoError(t, plan.CheckTags(""))
	assert.NoError(t, plan.CheckTags("@a and not (@b or @c)"))
	assert.EqualError(t, plan.CheckTags("@a and"), `tag expression "@a and": a tag is missing at the end`)
}
