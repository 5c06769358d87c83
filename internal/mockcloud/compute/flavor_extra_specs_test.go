package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

func TestExtraSpecsOfAFlavor(t *testing.T) {
	c := trial.New(t, compute.New)
	txn := c.Env.Store.Write()
	state.Flavors.Insert(txn, &state.Flavor{ID: "1", Name: "tiny", Public: true, ExtraSpecs: map[string]string{"a": "b"}})
	txn.Commit()
	for _, row := range []struct {
		name, id, version string
		status            int
		body              string
	}{
		{"with some", "1", "2.1", 200, `{"extra_specs": {"a": "b"}}`},
		{"of an unknown flavor", "nope", "2.1", 404, `Flavor nope could not be found.`},
		{"with a query key that is not looked at", "1?foo=1", "2.101", 200, `{"a": "b"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			id, query := row.id, ""
			if len(id) > 1 && id[1] == '?' {
				id, query = "1", id[1:]
			}
			a := c.Do("reader", "GET", "/compute/v2.1/flavors/"+id+"/os-extra_specs"+query, nil, "OpenStack-API-Version", "compute "+row.version)
			assert.Equal(t, row.status, a.Status, a.Body)
			assert.Contains(t, a.Body, row.body)
		})
	}
}
