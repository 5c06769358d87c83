package image

import (
	"plumbline/mockcloud/internal/pipeline"
)

var schemaOperations = map[string]pipeline.Operation{
	"image-schemas.image":  constantOperation(imageSchema()),
	"image-schemas.images": constantOperation(imagesSchema()),
	"image-info.import": constantOperation(struct {
		Methods importMethods `json:"import-methods"`
	}{importMethods{Description: "Import methods available.", Type: "array"}}),
}

// constantOperation is an operation whose answer is always the same.
func constantOperation(value any) pipeline.Operation {
	return pipeline.Operation{Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Body(200, value), nil }}
}

type importMethods struct {
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Value       []string `json:"value"`
}

// schemaView is a schema from which clients learn which keys are the image's own and which are properties.
type schemaView struct {
	Name       string              `json:"name"`
	Properties map[string]property `json:"properties"`
	Additional *property           `json:"additionalProperties,omitzero"`
	Links      []pipeline.Link     `json:"links"`
}

// property is one property of a schema. Its type is a word, or a list of words.
type property struct {
	Type     any         `json:"type"`
	ReadOnly bool        `json:"readOnly,omitzero"`
	Items    *schemaView `json:"items,omitzero"`
}

func imagesSchema() *schemaView {
	return &schemaView{
		Name: "images",
		Properties: map[string]property{
			"images": {Type: "array", Items: imageSchema()}, "first": {Type: "string"}, "next": {Type: "string"}, "schema": {Type: "string"},
		},
		Links: []pipeline.Link{{Rel: "first", Href: "{first}"}, {Rel: "next", Href: "{next}"}, {Rel: "describedby", Href: "{schema}"}},
	}
}

func imageSchema() *schemaView {
	properties := map[string]property{}
	add := func(kind any, keys ...string) {
		for _, key := range keys {
			properties[key] = property{Type: kind, ReadOnly: key != "id" && isReadOnly(key)}
		}
	}
	add("string", "id", "status", "visibility", "created_at", "updated_at", "self", "file", "schema", "direct_url", "stores")
	add("boolean", "protected", "os_hidden")
	add("integer", "min_ram", "min_disk")
	add("array", "tags", "locations")
	add([]string{"null", "string"}, "name", "owner", "checksum", "os_hash_algo", "os_hash_value", "disk_format", "container_format")
	add([]string{"null", "integer"}, "size", "virtual_size")
	return &schemaView{
		Name: "image", Properties: properties, Additional: &property{Type: "string"},
		Links: []pipeline.Link{{Rel: "self", Href: "{self}"}, {Rel: "enclosure", Href: "{file}"}, {Rel: "describedby", Href: "{schema}"}},
	}
}
