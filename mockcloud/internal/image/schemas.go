package image

import (
	"plumbline/mockcloud/pipeline"
)

var schemaOperations = map[string]pipeline.Operation{
	"image-schemas.image": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, imageSchema()), nil
	}},
	"image-schemas.images": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, map[string]any{
			"name": "images",
			"properties": map[string]any{
				"images": map[string]any{"type": "array", "items": imageSchema()},
				"first":  map[string]any{"type": "string"},
				"next":   map[string]any{"type": "string"},
				"schema": map[string]any{"type": "string"},
			},
			"links": []any{
				map[string]any{"rel": "first", "href": "{first}"},
				map[string]any{"rel": "next", "href": "{next}"},
				map[string]any{"rel": "describedby", "href": "{schema}"},
			},
		}), nil
	}},
	"image-info.import": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "import-methods", map[string]any{
			"description": "Import methods available.", "type": "array", "value": []any{},
		}), nil
	}},
}

// imageSchema is the schema that clients read to know which keys are an image's own properties.
func imageSchema() map[string]any {
	properties := map[string]any{}
	for kind, keys := range map[string][]string{
		"string":  {"id", "status", "visibility", "created_at", "updated_at", "self", "file", "schema", "direct_url", "stores"},
		"boolean": {"protected", "os_hidden"},
		"integer": {"min_ram", "min_disk"},
		"array":   {"tags", "locations"},
	} {
		for _, key := range keys {
			properties[key] = property(key, kind)
		}
	}
	for _, key := range []string{"name", "owner", "checksum", "os_hash_algo", "os_hash_value", "disk_format", "container_format"} {
		properties[key] = property(key, []any{"null", "string"})
	}
	for _, key := range []string{"size", "virtual_size"} {
		properties[key] = property(key, []any{"null", "integer"})
	}
	return map[string]any{
		"name": "image", "properties": properties, "additionalProperties": map[string]any{"type": "string"},
		"links": []any{
			map[string]any{"rel": "self", "href": "{self}"},
			map[string]any{"rel": "enclosure", "href": "{file}"},
			map[string]any{"rel": "describedby", "href": "{schema}"},
		},
	}
}

func property(key string, kind any) map[string]any {
	p := map[string]any{"type": kind}
	if key != "id" && isReadOnly(key) {
		p["readOnly"] = true
	}
	return p
}
