package openapi

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
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
				r := op.Response(status)
				if r.Schema == nil {
					continue
				}
				declared, err := d.Resolve(node.Object(op.Tree, "responses", strconv.Itoa(status)))
				require.NoError(t, err)
				inlined, err := d.Inline(JsonContent(node.Object(declared, "content"))["schema"], 0)
				require.NoError(t, err)
				t.Run(fmt.Sprint(service, " ", op.ID, " ", status), func(t *testing.T) {
					rapid.Check(t, func(rt *rapid.T) {
						v := spoil(rt, (&sampler{t: rt}).value(node.Object(inlined)), rapid.IntRange(0, 2).Draw(rt, "spoilt"))
						refused := r.Schema.Kin.VisitJSON(v, schema.KinOptions...) != nil || !r.Schema.Keys.Allows(v)
						if refused == r.Schema.Fits(r.Schema.Kin, v) {
							rt.Fatalf("refused is %v, and so is whether it fits: %v", refused, v)
						}
					})
				})
			}
		}
	}
}
