package mockcloud_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/openapi"
)

// TestEachRuleOfTheDocumentsIsInTheTable: a rule that is not there lets nobody, which no document means.
func TestEachRuleOfTheDocumentsIsInTheTable(t *testing.T) {
	p, err := policy.Load(policy.New, nil)
	require.NoError(t, err)
	for _, service := range openapi.Services() {
		for _, profile := range openapi.Profiles() {
			chain, err := openapi.Builtin(service, profile)
			require.NoError(t, err)
			missing := map[string]bool{}
			for _, v := range chain.Versions() {
				d, err := chain.At(v)
				require.NoError(t, err)
				for _, op := range d.Operations() {
					rules := []string{}
					if op.Policy != "" {
						rules = append(rules, op.Policy)
					}
					for _, status := range op.Success() {
						rules = append(rules, op.FieldPolicies(status)...)
					}
					for _, r := range rules {
						if !p.Has(r) && !missing[r] {
							missing[r] = true
							assert.Fail(t, "no such rule", "%s %s %s: %s", service, v, op.ID, r)
						}
					}
				}
			}
		}
	}
}
