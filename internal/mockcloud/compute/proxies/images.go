package proxies

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

func imageOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"images.list":   {Answer: listImages("/images", func(x *pipeline.Exchange, i *state.Image) any { return briefImage(x, i) })},
		"images.detail": {Answer: listImages("/images/detail", func(x *pipeline.Exchange, i *state.Image) any { return imageOf(x, i) })},
		"images.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			i, f := findImage(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "image", imageOf(x, i)), nil
		}},
		"images.delete": {
			Steps: []pipeline.Step{{Name: "delete the image", Run: deleteImage}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Status(204), nil
			},
		},
	}
}

const errNoImage = "Image not found."

// findImage asks the image service for the image of the path.
func findImage(x *pipeline.Exchange) (*state.Image, *pipeline.Fault) {
	id := x.Params.Get("image_id")
	r := ask(x, openapi.Image, http.MethodGet, "/images/"+url.PathEscape(id), nil)
	if i := state.Images.Get(x.Txn, r.Text("id")); r.OK() && i != nil {
		return i, nil
	}
	return nil, pipeline.NotFound("%s", errNoImage)
}

func deleteImage(x *pipeline.Exchange) *pipeline.Fault {
	switch r := ask(x, openapi.Image, http.MethodDelete, "/images/"+url.PathEscape(x.Params.Get("image_id")), nil); {
	case r.OK():
		return nil
	case r.Status == http.StatusForbidden:
		return pipeline.Forbidden("You are not allowed to delete the image.")
	case r.Status == http.StatusNotFound:
		return pipeline.NotFound("%s", errNoImage)
	default:
		return record.UnexpectedFault("nova.exception.ImageDeleteConflict")
	}
}

// imageFilters are the filters of the image service by their names in compute; "property-NAME" filters by a property.
var imageFilters = map[string]string{
	"name": "name", "status": "status", "server": "property-instance_uuid", "type": "property-image_type", "minRam": "min_ram",
	"minDisk": "min_disk",
}

// imageQuery is the query to the image service for a query to compute.
func imageQuery(x *pipeline.Exchange) url.Values {
	out := url.Values{"limit": {strconv.Itoa(record.MostPerPage(x))}}
	for key, values := range x.Request.URL.Query() {
		value := values[len(values)-1]
		name, known := imageFilters[key]
		switch {
		case key == "changes-since":
			out.Set("updated_at", "gte:"+value)
			continue
		case key == "marker":
			out.Set("marker", value)
			continue
		case key == "server":
			value = value[strings.LastIndex(value, "/")+1:]
		case key == "status":
			value = strings.ToLower(value)
		case strings.HasPrefix(key, "property-"):
			name, known = key, true
		}
		if known {
			if property, is := strings.CutPrefix(name, "property-"); is {
				name = strings.TrimLeft(property, "proety-") // as the service does, which cuts letters, not the word
			}
			out.Set(name, value)
		}
	}
	return out
}

func listImages(path string, view func(*pipeline.Exchange, *state.Image) any) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var listed struct {
			Images []struct {
				ID string `json:"id"`
			} `json:"images"`
		}
		if f := get(x, openapi.Image, "/images?"+imageQuery(x).Encode(), &listed); f != nil {
			return nil, pipeline.BadRequest("HTTP %d %s: %s", f.Status, http.StatusText(f.Status), f.Message)
		}
		limit := record.LastNumber(x, "limit")
		out := struct {
			Images []any           `json:"images"`
			Links  []pipeline.Link `json:"images_links,omitzero"`
		}{Images: []any{}}
		for _, each := range listed.Images {
			if i := state.Images.Get(x.Txn, each.ID); i != nil && (limit == 0 || len(out.Images) < limit) {
				out.Images = append(out.Images, view(x, i))
				if len(out.Images) == limit {
					out.Links = record.Next(x, path, i.ID)
				}
			}
		}
		return pipeline.Body(200, out), nil
	}
}

// imageBrief is an image in lists without details, imageView elsewhere.
type (
	imageBrief struct {
		ID    string          `json:"id"`
		Name  *string         `json:"name"`
		Links []pipeline.Link `json:"links"`
	}
	imageView struct {
		imageBrief
		MinRAM     int               `json:"minRam"`
		MinDisk    int               `json:"minDisk"`
		Metadata   map[string]string `json:"metadata"`
		Created    string            `json:"created"`
		Updated    string            `json:"updated"`
		Status     string            `json:"status"`
		Progress   int               `json:"progress"`
		Size       int64             `json:"OS-EXT-IMG-SIZE:size"`
		Server     *imageServer      `json:"server,omitzero"`
		DiskConfig string            `json:"OS-DCF:diskConfig,omitzero"`
	}
	imageServer struct {
		ID    string          `json:"id"`
		Links []pipeline.Link `json:"links"`
	}
)

func briefImage(x *pipeline.Exchange, i *state.Image) imageBrief {
	return imageBrief{ID: i.ID, Name: i.Name, Links: append(record.Links(x, "images", i.ID), pipeline.Link{
		Rel: "alternate", Type: "application/vnd.openstack.image", Href: x.Root + "/image//images/" + i.ID,
	})}
}

var (
	imageStatuses = map[string]string{
		"active": "ACTIVE", "queued": "SAVING", "saving": "SAVING", "deleted": "DELETED", "pending_delete": "DELETED", "killed": "ERROR",
	}
	imageProgress = map[string]int{"queued": 25, "saving": 50, "active": 100}
)

func imageOf(x *pipeline.Exchange, i *state.Image) imageView {
	v := imageView{
		imageBrief: briefImage(x, i), MinRAM: i.MinRAM, MinDisk: i.MinDisk, Metadata: maps.Clone(i.Properties),
		Created: record.FormatZulu(i.Created), Updated: record.FormatZulu(i.Updated), Status: "UNKNOWN", Progress: imageProgress[i.Status],
	}
	if v.Metadata == nil {
		v.Metadata = map[string]string{}
	}
	if status := imageStatuses[i.Status]; status != "" {
		v.Status = status
	}
	if i.Size != nil {
		v.Size = *i.Size
	}
	if id, from := i.Properties["instance_uuid"]; from {
		v.Server = &imageServer{ID: id, Links: record.Links(x, "servers", id)}
	}
	if config, said := i.Properties["auto_disk_config"]; said {
		v.DiskConfig = "MANUAL"
		if yes, _ := body.Boolean(config); yes {
			v.DiskConfig = "AUTO"
		}
	}
	return v
}

// change is an entry of a patch of an image.
type change struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value string `json:"value,omitzero"`
}

// setProperties gives an image other properties, by the image service.
func setProperties(x *pipeline.Exchange, i *state.Image, wanted map[string]string) *pipeline.Fault {
	patch := []change{}
	pointer := strings.NewReplacer("~", "~0", "/", "~1")
	for _, key := range slices.Sorted(maps.Keys(i.Properties)) {
		if _, stays := wanted[key]; !stays {
			patch = append(patch, change{Op: "remove", Path: "/" + pointer.Replace(key)})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		patch = append(patch, change{Op: "add", Path: "/" + pointer.Replace(key), Value: wanted[key]})
	}
	r := x.Call(pipeline.Call{
		Service: openapi.Image, Method: http.MethodPatch, Path: "/images/" + i.ID, Body: patch,
		ContentType: "application/openstack-images-v2.1-json-patch",
	})
	switch {
	case r.OK():
		return nil
	case r.Status == http.StatusForbidden:
		return pipeline.Forbidden("Not authorized for image %s.", i.ID)
	}
	return pipeline.BadRequest("%s", r.Fault.Message)
}
