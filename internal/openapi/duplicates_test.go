package openapi

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeysThatAreThereTwice(t *testing.T) {
	for _, row := range []struct {
		name, body, path, message string
	}{
		{"none", `{"a": {"b": 1, "c": [{"b": 1}, {"b": 1}]}}`, "", ""},
		{"at the top", `{"a": 1, "a": 2}`, "", "'a' is there more than once"},
		{"inside", `{"a": {"b": 1, "b": 1}}`, "a", "'b' is there more than once"},
		{"inside a list", `{"a": [0, {"b": 1, "b": 1}]}`, "a/1", "'b' is there more than once"},
		{"written in two ways", `{"a": 1, "\u0061": 2}`, "", "'a' is there more than once"},
		{"a null", `null`, "", ""},
		{"what cannot be read", `{"a": 1, "a"`, "", ""},
	} {
		o := &Operation{UniqueKeys: true}
		v := o.CheckKeys([]byte(row.body))
		if row.message == "" {
			assert.Nil(t, v, row.name)
			continue
		}
		if assert.NotNil(t, v, row.name) {
			assert.Equal(t, row.message, v.Message, row.name)
			got := ""
			for i, p := range v.Path {
				if i > 0 {
					got += "/"
				}
				got += p
			}
			assert.Equal(t, row.path, got, row.name)
		}
		assert.Nil(t, (&Operation{}).CheckKeys([]byte(row.body)), "only where the document says so")
	}
}
