package image

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// tagging holds the values that the steps of tags.replace share.
type tagging struct {
	Request struct {
		Tags []newDefinition `json:"tags"`
	} `body:""`
}

// definitionSets holds the operations on namespaces and on what is defined in them.
func definitionSets() []pipeline.OperationSet {
	named := properties.Operations()
	named.Operations["properties.list"] = pipeline.Operation{Answer: listProperties}
	show := named.Operations["properties.show"]
	show.Answer = showProperty
	named.Operations["properties.show"] = show
	kept := associations.Operations()
	create := kept.Operations["resource-type-associations.create"]
	create.Steps = append(create.Steps, pipeline.Step{Name: "remember the type of resource", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		rememberType(x, body.As[newDefinition](x.Body).Name)
		return nil
	}})
	kept.Operations["resource-type-associations.create"] = create
	delete(kept.Operations, "resource-type-associations.show")
	delete(kept.Operations, "resource-type-associations.update")
	return []pipeline.OperationSet{
		namespaceOperationSet(), named, kept, objects.Operations(), tags.Operations(),
		{Operations: map[string]pipeline.Operation{
			"properties.delete-all": deletesAll("property"), "objects.delete-all": deletesAll("object"), "tags.delete-all": deletesAll("tag"),
			"tags.replace": pipeline.OperationOf[tagging]{
				Steps: []pipeline.StepOf[tagging]{{Name: "replace the tags", Run: replaceTags}},
				Answer: func(_ *pipeline.Exchange, w *tagging) (*pipeline.Response, *pipeline.Fault) {
					all := make([]tagView, len(w.Request.Tags))
					for i, t := range w.Request.Tags {
						all[i].Name = t.Name
					}
					return pipeline.Answer(201, "tags", all), nil
				},
			}.Operation(),
			"resource-types.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				all := []tagView{}
				for d := range definitions(x, "type", "") {
					all = append(all, tagView{d.Name, d.Created, d.Updated})
				}
				return pipeline.Answer(200, "resource_types", all), nil
			}},
		}},
	}
}

// rememberType keeps the name of a type of resource that a namespace is for; it stays when the namespace is gone.
func rememberType(x *pipeline.Exchange, name string) {
	if state.DefinitionsIn.Get(x.Txn, state.DefinitionID("type", "", name)) == nil {
		d := definition(x, "type", "")
		d.Name = name
		state.DefinitionsIn.Insert(x.Txn, d)
	}
}

// deletesAll is an operation that deletes what a namespace defines of a kind.
func deletesAll(noun string) pipeline.Operation {
	return pipeline.Operation{
		Steps: []pipeline.Step{{Name: "delete all of a kind", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			forget(x, noun, x.Params.Get("namespace"))
			return nil
		}}},
		Answer: answerNoContent,
	}
}

func forget(x *pipeline.Exchange, noun, namespace string) {
	for d := range definitions(x, noun, namespace) {
		state.DefinitionsIn.Delete(x.Txn, state.DefinitionID(d.Kind, d.Namespace, d.Name))
	}
}

func replaceTags(x *pipeline.Exchange, w *tagging) *pipeline.Fault {
	namespace := x.Params.Get("namespace")
	if appends, _ := body.Boolean(x.Header("X-Openstack-Append")); !appends {
		forget(x, "tag", namespace)
	}
	return insertAll(x, "tag", namespace, w.Request.Tags)
}

// insertAll stores new definitions of a kind.
func insertAll(x *pipeline.Exchange, noun, namespace string, all []newDefinition) *pipeline.Fault {
	unique := map[string]func(*pipeline.Exchange, *state.Definition) *pipeline.Fault{
		"tag": tags.Unique, "object": objects.Unique, "resource_type": associations.Unique,
	}[noun]
	for _, n := range all {
		d := definition(x, noun, namespace)
		n.write(d)
		if fault := unique(x, d); fault != nil {
			return fault
		}
		state.DefinitionsIn.Insert(x.Txn, d)
	}
	return nil
}

func listProperties(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "properties", saidIn(x, x.Params.Get("namespace"), "")), nil
}

// saidIn is what was said of each property of a namespace, by its name with a prefix.
func saidIn(x *pipeline.Exchange, namespace, prefix string) map[string]propertyView {
	all := map[string]propertyView{}
	for d := range definitions(x, "property", namespace) {
		all[prefix+d.Name] = propertyView{d.Properties}
	}
	return all
}

// showProperty answers a property; with a type of resource in the query, it has that type's prefix in front of its name.
func showProperty(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("property_name")
	if kind := x.Request.URL.Query().Get("resource_type"); kind != "" {
		for d := range definitions(x, "resource_type", x.Params.Get("namespace")) {
			bare, has := strings.CutPrefix(name, d.Prefix)
			if d.Name != kind {
				continue
			}
			if !has || d.Prefix == "" {
				return nil, pipeline.NotFound("Property %s does not start with the expected resource type association prefix of '%s'.", name, d.Prefix)
			}
			name = bare
		}
	}
	d, fault := properties.Get(x, name)
	if fault != nil {
		return nil, fault
	}
	return pipeline.Body(200, viewProperty(d)), nil
}
