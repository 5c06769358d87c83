package sentences

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/openapi"
	"plumbline/steps/world"
)

func images(s world.Steps, w *world.World) {
	s.Given(`^an image (\w+) that (.+)$`, func(name, what string) error {
		kind, known := imageKinds[what]
		if !known {
			return fmt.Errorf("no image is known that %q", what)
		}
		_, err := makeImage(w, name, kind)
		return err
	})
}

// imageKind is what is special about an image: properties, no data, or deactivation after the upload.
type imageKind struct {
	properties          map[string]any
	queued, deactivated bool
}

// noHost asks for a trait that no host has.
var noHost = imageKind{properties: map[string]any{"trait:CUSTOM_PLUMBLINE_NOWHERE": "required"}}

var imageKinds = map[string]imageKind{
	"no host can run":                                             noHost,
	"has no data yet":                                             {queued: true},
	"is deactivated":                                              {deactivated: true},
	"asks for an unknown architecture":                            {properties: map[string]any{"hw_architecture": "pdp11"}},
	"needs a larger disk than the flavor has":                     {properties: map[string]any{"min_disk": 100000}},
	"needs a larger disk than the volume has":                     {properties: map[string]any{"min_disk": 5}},
	"asks for a NUMA node":                                        {properties: map[string]any{"hw_numa_nodes": "1"}},
	"block storage cannot unpack":                                 unwritable,
	"needs more memory than the flavor has":                       {properties: map[string]any{"min_ram": 100000000}},
	"has no data yet and needs a larger disk than the flavor has": {queued: true, properties: map[string]any{"min_disk": 100000}},
}

// imageID is the id of an image a sentence names: A or nothing for the run's first, B for its second,
// "unknown", or one that the scenario made.
func imageID(w *world.World, name string) string {
	switch name {
	case "", "A":
		return w.Image()
	case "B":
		return w.ImageAlt()
	case "unknown":
		return unknownID
	}
	return w.Noun("image", name).ID
}

// makeImage creates an image of a few bytes that belongs to the member, and remembers it.
func makeImage(w *world.World, name string, kind imageKind) (*world.Noun, error) {
	fields := map[string]any{"name": w.Name("image"), "disk_format": "raw", "container_format": "bare"}
	for key, value := range kind.properties {
		fields[key] = value
	}
	x, err := w.Setup(world.Request{Actor: "member", Service: openapi.Image, Method: "POST", Path: "/images", Body: fields}, 201)
	if err != nil {
		return nil, err
	}
	image := &world.Noun{Kind: "image", Name: name, ID: x.Text("/id"), RealName: fields["name"].(string), Owner: "member"}
	w.Remember(image)
	w.CleanUp("image", image.ID, image.RealName, w.Delete(world.Request{Actor: "member", Service: openapi.Image, Method: "DELETE", Path: "/images/" + image.ID}))
	if kind.queued {
		return image, nil
	}
	return image, fillImage(w, image, kind.deactivated)
}

func fillImage(w *world.World, image *world.Noun, deactivate bool) error {
	_, err := w.Setup(world.Request{
		Actor: "member", Service: openapi.Image, Method: "PUT", Path: "/images/" + image.ID + "/file",
		Raw: []byte(strings.Repeat("x", 1024)), Header: http.Header{"Content-Type": {"application/octet-stream"}},
	}, 204)
	if err != nil || !deactivate {
		return err
	}
	_, err = w.Setup(world.Request{Actor: "member", Service: openapi.Image, Method: "POST", Path: "/images/" + image.ID + "/actions/deactivate"}, 204)
	return err
}
