package image

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// base are the keys of an image that are not its own properties and that a client may set.
var base = []string{
	"container_format", "disk_format", "min_disk", "min_ram", "name", "os_hidden", "owner", "protected", "tags", "visibility",
}

// set gives an image's field its value, which the schema has found right. Every key that is not one of
// the base keys is a property.
func set(img *state.Image, key string, value any) *pipeline.Fault {
	text, isText := value.(string)
	switch key {
	case "name":
		img.Name = orNil(text, isText)
	case "disk_format":
		img.DiskFormat = orNil(text, isText)
	case "container_format":
		img.ContainerFormat = orNil(text, isText)
	case "visibility":
		img.Visibility = text
	case "owner":
		img.Owner = text
	case "protected":
		img.Protected, _ = value.(bool)
	case "os_hidden":
		img.Hidden, _ = value.(bool)
	case "min_disk":
		return setCount(&img.MinDisk, key, value)
	case "min_ram":
		return setCount(&img.MinRAM, key, value)
	case "tags":
		img.Tags = tags(value)
	default:
		img.Properties[key] = text
	}
	return nil
}

func setCount(field *int, key string, value any) *pipeline.Fault {
	n, _ := value.(float64)
	if n < 0 {
		return pipeline.BadRequest("Invalid value '%d' for parameter '%s': Cannot be a negative value", int(n), key)
	}
	*field = int(n)
	return nil
}

func tags(value any) []string {
	list, _ := value.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func orNil(s string, ok bool) *string {
	if !ok {
		return nil
	}
	return &s
}

// view is an image as the API shows it: its properties stand beside its fields.
func view(img *state.Image) map[string]any {
	own := "/v2/images/" + img.ID
	v := map[string]any{
		"id": img.ID, "name": anyOf(img.Name), "status": img.Status, "visibility": img.Visibility, "protected": img.Protected,
		"os_hidden": img.Hidden, "owner": img.Owner, "size": anyOf(img.Size), "virtual_size": anyOf(img.VirtualSize),
		"checksum": orNull(img.Checksum), "os_hash_algo": orNull(img.HashAlgo), "os_hash_value": orNull(img.Hash),
		"disk_format": anyOf(img.DiskFormat), "container_format": anyOf(img.ContainerFormat),
		"min_disk": img.MinDisk, "min_ram": img.MinRAM, "created_at": img.Created, "updated_at": img.Updated,
		"self": own, "file": own + "/file", "schema": "/v2/schemas/image",
	}
	all := []any{}
	for _, t := range img.Tags {
		all = append(all, t)
	}
	v["tags"] = all
	if img.Status == "active" {
		v["stores"] = "file"
	}
	for key, value := range img.Properties {
		v[key] = value
	}
	return v
}

func anyOf[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
