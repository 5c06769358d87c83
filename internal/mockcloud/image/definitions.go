package image

import (
	"iter"
	"slices"
	"time"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// newDefinition is the body of requests that define an object, a tag, or a type of resource that a namespace is for.
type newDefinition struct {
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Required    []string    `json:"required"`
	Properties  state.Extra `json:"properties"`
	Prefix      string      `json:"prefix"`
	Target      string      `json:"properties_target"`
}

func (n newDefinition) write(d *state.Definition) {
	d.Name, d.Description, d.Required, d.Properties = n.Name, n.Description, n.Required, n.Properties
	d.Prefix, d.PropertiesTarget = n.Prefix, n.Target
}

// newProperty is the body of requests that define a property.
type newProperty struct {
	Said state.Extra `json:"*"`
}

func (n newProperty) write(d *state.Definition) {
	d.Properties, d.Name = n.Said, collection.Text(n.Said["name"].Decoded())
}

// definer is the body of a request to define something.
type definer interface{ write(*state.Definition) }

// kind declares what can be defined in namespaces.
type kind struct {
	noun, plural string
	// taken is the message about a name that is taken in a namespace.
	taken string
	view  func(d *state.Definition, full bool) any
}

// defined is the collection of what is defined of a kind in the namespace of the path.
func defined[B definer](k kind) *collection.Of[state.Definition, B, B] {
	return &collection.Of[state.Definition, B, B]{
		In: plain, Noun: k.noun, Plural: k.plural, Param: k.noun + "_name", Table: state.DefinitionsIn,
		Derived: func(x *pipeline.Exchange) iter.Seq[*state.Definition] {
			return definitions(x, k.noun, x.Params.Get("namespace"))
		},
		ID:      func(d *state.Definition) string { return d.Name },
		Sorts:   []string{"name", "created_at", "updated_at"},
		Order:   func(a, b *state.Definition) int { return int(b.Serial - a.Serial) },
		View:    func(_ *pipeline.Exchange, d *state.Definition) any { return k.view(d, true) },
		Created: func(_ *pipeline.Exchange, d *state.Definition) any { return k.view(d, false) },
		Changed: func(_ *pipeline.Exchange, d *state.Definition) any { return k.view(d, false) },
		New: func(x *pipeline.Exchange, body *B) (*state.Definition, *pipeline.Fault) {
			d := definition(x, k.noun, x.Params.Get("namespace"))
			if (*body).write(d); k.noun == "tag" {
				d.Name = x.Params.Get("tag_name")
			}
			return d, nil
		},
		Change: func(x *pipeline.Exchange, d *state.Definition, body *B) *pipeline.Fault {
			(*body).write(d)
			d.Updated = x.Now()
			return nil
		},
		Unique: func(x *pipeline.Exchange, d *state.Definition) *pipeline.Fault {
			id := state.DefinitionID(d.Kind, d.Namespace, d.Name)
			if other := state.DefinitionsIn.Get(x.Txn, id); other != nil && other.Serial != d.Serial {
				return pipeline.Conflict(k.taken, d.Name, d.Namespace)
			}
			return nil
		},
		Then: func(x *pipeline.Exchange, before, after *state.Definition) {
			if before.Name != after.Name {
				state.DefinitionsIn.Delete(x.Txn, state.DefinitionID(before.Kind, before.Namespace, before.Name))
			}
		},
		Deletes: true,
	}
}

// definitions are what a namespace defines of a kind, oldest first.
func definitions(x *pipeline.Exchange, noun, namespace string) iter.Seq[*state.Definition] {
	all := state.DefinitionsIn.List(x.Txn, "kind", noun+"/"+namespace)
	slices.SortFunc(all, func(a, b *state.Definition) int { return int(a.Serial - b.Serial) })
	return slices.Values(all)
}

func definition(x *pipeline.Exchange, noun, namespace string) *state.Definition {
	return &state.Definition{Kind: noun, Namespace: namespace, Serial: x.Txn.Next("definitions"), Created: x.Now(), Updated: x.Now()}
}

var (
	properties = defined[newProperty](kind{
		noun: "property", plural: "properties", view: func(d *state.Definition, _ bool) any { return viewProperty(d) },
		taken: "A metadata definition property with name=%s already exists in namespace=%s.",
	})
	objects = defined[newDefinition](kind{
		noun: "object", plural: "objects", view: func(d *state.Definition, full bool) any { return viewObject(d, full) },
		taken: "A metadata definition object with name=%s already exists in namespace=%s.",
	})
	tags = defined[newDefinition](kind{
		noun: "tag", plural: "tags", view: func(d *state.Definition, _ bool) any { return &tagView{d.Name, d.Created, d.Updated} },
		taken: "A metadata tag with name=%s already exists in namespace=%s. (Please note that metadata tag names are case insensitive).",
	})
	associations = defined[newDefinition](kind{
		noun: "resource_type", plural: "resource_type_associations",
		view:  func(d *state.Definition, _ bool) any { return viewAssociation(d) },
		taken: "The metadata definition resource-type association of resource-type=%s to namespace=%s already exists.",
	})
)

type propertyView struct {
	Said state.Extra `json:"*"`
}

// viewProperty is what was said of a property, with its name.
func viewProperty(d *state.Definition) *propertyView {
	said := state.Extra{"name": state.JSONOf(d.Name)}
	for key, value := range d.Properties {
		if key != "name" {
			said[key] = value
		}
	}
	return &propertyView{said}
}

type tagView struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created_at,omitzero"`
	Updated time.Time `json:"updated_at,omitzero"`
}

type associationView struct {
	tagView
	Prefix string `json:"prefix,omitzero"`
	Target string `json:"properties_target,omitzero"`
}

func viewAssociation(d *state.Definition) *associationView {
	return &associationView{tagView{d.Name, d.Created, d.Updated}, d.Prefix, d.PropertiesTarget}
}

type objectView struct {
	tagView
	Description string      `json:"description,omitzero"`
	Required    []string    `json:"required,omitzero"`
	Properties  state.Extra `json:"properties,omitzero"`
	Self        string      `json:"self,omitzero"`
	Schema      string      `json:"schema,omitzero"`
}

// viewObject is an object. The full view has empty lists for what was not said.
func viewObject(d *state.Definition, full bool) *objectView {
	v := &objectView{
		tagView: tagView{d.Name, d.Created, d.Updated}, Description: d.Description, Required: d.Required, Properties: d.Properties,
		Self: "/v2/metadefs/namespaces/" + d.Namespace + "/objects/" + d.Name, Schema: "/v2/schemas/metadefs/object",
	}
	if full && v.Required == nil {
		v.Required = []string{}
	}
	if full && v.Properties == nil {
		v.Properties = state.Extra{}
	}
	return v
}
