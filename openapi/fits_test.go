package openapi

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestKinAndFitsAgreeOnAnswers spoils drawn answers: kin-openapi refuses exactly those that do not fit.
func TestKinAndFitsAgreeOnAnswers(t *testing.T) {
	for _, service := range Services() {
		c, err := Builtin(service, Shipped)
		require.NoError(t, err)
		d, err := c.At(c.Max())
		require.NoError(t, err)
		for _, op := range d.Operations() {
			for _, status := range op.Success() {
				r := op.response(status)
				if r.schema == nil {
					continue
				}
				declared, err := d.resolve(object(op.Tree, "responses", strconv.Itoa(status)))
				require.NoError(t, err)
				inlined, err := d.inline(jsonContent(object(declared, "content"))["schema"], 0)
				require.NoError(t, err)
				t.Run(fmt.Sprint(service, " ", op.ID, " ", status), func(t *testing.T) {
					rapid.Check(t, func(rt *rapid.T) {
						v := spoil(rt, (&sampler{t: rt}).value(object(inlined)), rapid.IntRange(0, 2).Draw(rt, "spoilt"))
						refused := r.schema.kin.VisitJSON(v, kinOptions...) != nil || !r.schema.keys.allows(v)
						if refused == r.schema.fits(r.schema.kin, v) {
							rt.Fatalf("refused is %v, and so is whether it fits: %v", refused, v)
						}
					})
				})
			}
		}
	}
}
