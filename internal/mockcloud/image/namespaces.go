package image

import (
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// newNamespace is the body of namespaces.create and namespaces.update; the latter ignores what is defined in it.
type newNamespace struct {
	Name        string           `json:"namespace"`
	DisplayName string           `json:"display_name"`
	Description string           `json:"description"`
	Visibility  body.Opt[string] `json:"visibility"`
	Protected   body.Opt[bool]   `json:"protected"`
	Owner       body.Opt[string] `json:"owner"`
	Types       []newDefinition  `json:"resource_type_associations"`
	Objects     []newDefinition  `json:"objects"`
	Tags        []newDefinition  `json:"tags"`
	Properties  state.Extra      `json:"properties"`
}

func (n *newNamespace) write(x *pipeline.Exchange, to *state.Definitions) {
	to.Name, to.DisplayName, to.Description = n.Name, n.DisplayName, n.Description
	to.Visibility, to.Protected, to.Owner = n.Visibility.Or("private"), n.Protected.Or(false), n.Owner.Or(x.Caller.ProjectID)
	to.Updated = x.Now()
}

var namespaces = &collection.Of[state.Definitions, newNamespace, newNamespace]{
	In: plain, Noun: "namespace", Plural: "namespaces", Param: "namespace", Table: state.Namespaces,
	Sees: seesNamespace, Lists: listsNamespace, Sorts: []string{"namespace", "created_at", "updated_at"},
	Order:   func(a, b *state.Definitions) int { return int(b.Serial - a.Serial) },
	View:    func(x *pipeline.Exchange, n *state.Definitions) any { return viewNamespace(x, n) },
	Created: func(x *pipeline.Exchange, n *state.Definitions) any { return viewNewNamespace(x, n) },
	Changed: func(_ *pipeline.Exchange, n *state.Definitions) any { return viewBareNamespace(n) },
	New: func(x *pipeline.Exchange, r *newNamespace) (*state.Definitions, *pipeline.Fault) {
		n := &state.Definitions{Serial: x.Txn.Next("namespaces"), Created: x.Now()}
		r.write(x, n)
		if state.Namespaces.Get(x.Txn, n.Name) != nil {
			return nil, pipeline.Conflict("The metadata definition namespace=%s already exists.", n.Name)
		}
		return n, fillNamespace(x, r)
	},
	Change: func(x *pipeline.Exchange, n *state.Definitions, r *newNamespace) *pipeline.Fault {
		r.write(x, n)
		return nil
	},
	Unique: func(x *pipeline.Exchange, n *state.Definitions) *pipeline.Fault {
		if other := state.Namespaces.Get(x.Txn, n.Name); other != nil && other.Serial != n.Serial {
			return pipeline.Conflict("The metadata definition namespace=%s already exists.", n.Name)
		}
		return nil
	},
	Then:    renameNamespace,
	Deletes: true,
	Keep: []pipeline.StepOf[state.Definitions]{{
		Name: "keep a protected namespace", Refuses: 403, Run: func(_ *pipeline.Exchange, n *state.Definitions) *pipeline.Fault {
			if n.Protected {
				return pipeline.Forbidden("Metadata definition namespace %s is protected and cannot be deleted.", n.Name)
			}
			return nil
		},
	}},
	With: func(x *pipeline.Exchange, n *state.Definitions) {
		for _, noun := range definedNouns {
			forget(x, noun, n.Name)
		}
	},
}

var definedNouns = []string{"property", "object", "tag", "resource_type"}

func namespaceOperationSet() pipeline.OperationSet {
	set := namespaces.Operations()
	list := set.Operations["namespaces.list"]
	list.Steps = []pipeline.Step{{Name: "check the visibility", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if v := x.Request.URL.Query().Get("visibility"); v != "" && v != "public" && v != "private" {
			return pipeline.BadRequest("Invalid visibility value: %s", v)
		}
		return nil
	}}}
	set.Operations["namespaces.list"] = list
	located(set, "namespaces.create")
	set.Lookups = map[string]pipeline.Lookup{"namespace": findNamespace}
	return set
}

// findNamespace refuses namespaces that are not there or not the caller's to see; each resource has its own words.
func findNamespace(x *pipeline.Exchange, name string) *pipeline.Fault {
	n := state.Namespaces.Get(x.Txn, name)
	switch {
	case n != nil && seesNamespace(x, n):
		return nil
	case x.Operation.ID == "namespaces.show" && n != nil:
		return pipeline.NotFound("The resource could not be found.")
	case n == nil && (x.Operation.ID == "namespaces.show" ||
		strings.HasPrefix(x.Operation.ID, "objects.") && x.Operation.ID != "objects.delete-all"):
		return plain.Missing("namespace", name)
	}
	return pipeline.NotFound("Namespace %s not found", name)
}

func seesNamespace(x *pipeline.Exchange, n *state.Definitions) bool {
	return x.Caller.Admin() || n.Visibility == "public" || n.Owner == x.Caller.ProjectID
}

func listsNamespace(x *pipeline.Exchange, n *state.Definitions) bool {
	query := x.Request.URL.Query()
	if v := query.Get("visibility"); v != "" && v != n.Visibility {
		return false
	}
	wanted := query.Get("resource_types")
	if wanted == "" {
		return true
	}
	for d := range definitions(x, "resource_type", n.Name) {
		if slices.Contains(strings.Split(wanted, ","), d.Name) {
			return true
		}
	}
	return false
}

// fillNamespace stores what a new namespace defines.
func fillNamespace(x *pipeline.Exchange, r *newNamespace) *pipeline.Fault {
	for name, said := range r.Properties {
		d := definition(x, "property", r.Name)
		d.Name, d.Properties = name, body.As[state.Extra](said.Decoded())
		state.DefinitionsIn.Insert(x.Txn, d)
	}
	for _, t := range r.Types {
		rememberType(x, t.Name)
	}
	for noun, all := range map[string][]newDefinition{"object": r.Objects, "tag": r.Tags, "resource_type": r.Types} {
		if fault := insertAll(x, noun, r.Name, all); fault != nil {
			return fault
		}
	}
	return nil
}

// renameNamespace moves what a namespace defines to its new name.
func renameNamespace(x *pipeline.Exchange, before, after *state.Definitions) {
	if before.Name == after.Name {
		return
	}
	state.Namespaces.Delete(x.Txn, before.Name)
	for _, noun := range definedNouns {
		for d := range definitions(x, noun, before.Name) {
			moved := *d
			moved.Namespace = after.Name
			state.DefinitionsIn.Insert(x.Txn, &moved)
		}
		forget(x, noun, before.Name)
	}
}

type namespaceView struct {
	Name        string                  `json:"namespace"`
	DisplayName string                  `json:"display_name,omitzero"`
	Description string                  `json:"description,omitzero"`
	Visibility  string                  `json:"visibility"`
	Protected   bool                    `json:"protected"`
	Owner       string                  `json:"owner"`
	Created     time.Time               `json:"created_at"`
	Updated     time.Time               `json:"updated_at"`
	Self        string                  `json:"self"`
	Schema      string                  `json:"schema"`
	Types       []*associationView      `json:"resource_type_associations,omitzero"`
	Objects     []*objectView           `json:"objects,omitzero"`
	Tags        []tagView               `json:"tags,omitzero"`
	Properties  map[string]propertyView `json:"properties,omitzero"`
}

func viewBareNamespace(n *state.Definitions) *namespaceView {
	return &namespaceView{
		Name: n.Name, DisplayName: n.DisplayName, Description: n.Description, Visibility: n.Visibility, Protected: n.Protected, Owner: n.Owner,
		Created: n.Created, Updated: n.Updated, Self: "/v2/metadefs/namespaces/" + n.Name, Schema: "/v2/schemas/metadefs/namespace",
	}
}

// viewNamespace is a namespace with what it defines; with a type of resource in the query, properties have that type's prefix.
func viewNamespace(x *pipeline.Exchange, n *state.Definitions) *namespaceView {
	v, prefix := viewBareNamespace(n), ""
	for d := range definitions(x, "resource_type", n.Name) {
		v.Types = append(v.Types, viewAssociation(d))
		if d.Name == x.Request.URL.Query().Get("resource_type") {
			prefix = d.Prefix
		}
	}
	for d := range definitions(x, "object", n.Name) {
		v.Objects = append(v.Objects, prefixed(viewObject(d, true), prefix))
	}
	for d := range definitions(x, "tag", n.Name) {
		v.Tags = append(v.Tags, tagView{Name: d.Name})
	}
	if all := saidIn(x, n.Name, prefix); len(all) > 0 {
		v.Properties = all
	}
	return v
}

func prefixed(o *objectView, prefix string) *objectView {
	named := state.Extra{}
	for name, said := range o.Properties {
		named[prefix+name] = said
	}
	required := slices.Clone(o.Required)
	for i := range required {
		required[i] = prefix + required[i]
	}
	o.Properties, o.Required = named, required
	return o
}

// viewNewNamespace is a namespace in the answer to its creation: what it defines is as it was sent.
func viewNewNamespace(x *pipeline.Exchange, n *state.Definitions) *namespaceView {
	v := viewNamespace(x, n)
	for _, t := range v.Types {
		t.Created, t.Updated = time.Time{}, time.Time{}
	}
	for i, o := range v.Objects {
		bare := objectView{tagView: tagView{Name: o.Name}, Description: o.Description}
		if len(o.Required) > 0 {
			bare.Required = o.Required
		}
		if len(o.Properties) > 0 {
			bare.Properties = o.Properties
		}
		v.Objects[i] = &bare
	}
	return v
}
