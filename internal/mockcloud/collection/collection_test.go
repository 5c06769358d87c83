package collection_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

type none = pipeline.Nothing

func missing(noun, id string) *pipeline.Fault { return pipeline.NotFound("no %s %s", noun, id) }

type shown struct {
	Name string `json:"name"`
}

func view(_ *pipeline.Exchange, d *state.Domain) any { return &shown{d.Name} }

var service = &collection.Service{Missing: missing}

func keys(all map[string]pipeline.Operation) []string {
	var out []string
	for id := range all {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// What a declaration leaves out has no operation.
func TestOperationsAreThoseThatAreDeclared(t *testing.T) {
	c := collection.Of[state.Domain, none, none]{In: service, Noun: "thing", Plural: "things", Table: state.Domains, View: view}
	assert.Equal(t, []string{"things.list", "things.show"}, keys(c.Operations().Operations))
	c.New = func(*pipeline.Exchange, *none) (*state.Domain, *pipeline.Fault) { return &state.Domain{ID: "a"}, nil }
	c.Change = func(*pipeline.Exchange, *state.Domain, *none) *pipeline.Fault { return nil }
	c.Deletes = true
	all := c.Operations().Operations
	assert.Equal(t, []string{"things.create", "things.delete", "things.list", "things.show", "things.update"}, keys(all))
	assert.Equal(t, "create the thing", all["things.create"].Steps[0].Name)
	assert.Equal(t, "change the thing", all["things.update"].Steps[0].Name)
	assert.Equal(t, "delete the thing", all["things.delete"].Steps[0].Name)
}

// A refusal leaves the table as it was: nothing is stored that is not unique, nothing is deleted that is kept.
func TestWhatIsRefusedChangesNothing(t *testing.T) {
	no := func(*pipeline.Exchange, *state.Domain) *pipeline.Fault { return pipeline.Conflict("no") }
	c := collection.Of[state.Domain, none, none]{
		In: service, Noun: "thing", Plural: "things", Table: state.Domains, View: view,
		New:    func(*pipeline.Exchange, *none) (*state.Domain, *pipeline.Fault) { return &state.Domain{ID: "b"}, nil },
		Change: func(_ *pipeline.Exchange, d *state.Domain, _ *none) *pipeline.Fault { d.Name = "changed"; return nil },
		Unique: no, Deletes: true, Keep: []pipeline.StepOf[state.Domain]{{Name: "keep it", Run: no}},
	}
	store := state.New()
	txn := store.Write()
	t.Cleanup(txn.Abort)
	state.Domains.Insert(txn, &state.Domain{ID: "a", Name: "first"})
	run := func(operation, id string) *pipeline.Fault {
		x := &pipeline.Exchange{Txn: txn}
		x.Params = openapi.Params{{Name: "thing_id", Value: id}}
		return c.Operations().Operations[operation].Steps[0].Run(x)
	}
	for _, operation := range []string{"things.create", "things.update", "things.delete"} {
		assert.Equal(t, 409, run(operation, "a").Status, operation)
	}
	assert.Equal(t, "first", state.Domains.Get(txn, "a").Name)
	assert.Nil(t, state.Domains.Get(txn, "b"))
	assert.Equal(t, 404, run("things.update", "z").Status)
	c.Unique, c.Keep = nil, nil
	for _, operation := range []string{"things.create", "things.update"} {
		assert.Nil(t, run(operation, "a"), operation)
	}
	assert.Equal(t, "changed", state.Domains.Get(txn, "a").Name)
	assert.NotNil(t, state.Domains.Get(txn, "b"))
	assert.Nil(t, run("things.delete", "a"))
	assert.Nil(t, state.Domains.Get(txn, "a"))
}
