package steps

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/plan"
)

func TestCasesAreKeptApartInTheirOrder(t *testing.T) {
	beside, alone := splitExclusive([]plan.Case{{ID: "a"}, {ID: "b", Exclusive: true}, {ID: "c"}, {ID: "d", Exclusive: true}})
	assert.Equal(t, []plan.Case{{ID: "a"}, {ID: "c"}}, beside)
	assert.Equal(t, []plan.Case{{ID: "b", Exclusive: true}, {ID: "d", Exclusive: true}}, alone)
}
