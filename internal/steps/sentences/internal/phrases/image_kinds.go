package phrases

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

func Images(s world.Steps, w *world.World) {
	s.Given(`^an image (\w+) that (.+)$`, func(name, what string) error {
		kind, known := ImageKinds[what]
		if needs, sized := flavorKinds[what]; sized {
			var err error
			if kind, err = needs.imageKind(w); err != nil {
				return err
			}
		} else if host, asks := strings.CutPrefix(strings.TrimSuffix(what, " has"), "asks for the type of hypervisor that "); asks {
			kind = ImageKind{Properties: map[string]any{"img_hv_type": strings.ToLower(fixtures.HypervisorNamed(w, host).Type)}}
		} else if what == "asks for a trait that all hosts have" {
			var err error
			if kind, err = onTraitOfAll(w); err != nil {
				return err
			}
		} else if what == "has a property of its own" {
			kind = ImageKind{Properties: map[string]any{OwnProperty(name): "yes"}}
		} else if !known {
			return fmt.Errorf("no image is known that %q", what)
		}
		_, err := MakeImage(w, name, kind)
		return err
	})
	s.Given(`^the `+Actor+` has an image (\w+) that nobody else sees$`, func(who, name string) error {
		_, err := MakeImage(w, name, ImageKind{owner: who, Properties: map[string]any{"visibility": "private"}})
		return err
	})
}

// ImageKind are the special traits of an image: properties, no data, or deactivation after the upload.
type ImageKind struct {
	Properties          map[string]any
	Queued, Deactivated bool
	// owner is the actor that owns the image, "" the member.
	owner string
}

// NoHost requires a trait that no host has.
var NoHost = ImageKind{Properties: map[string]any{"trait:CUSTOM_PLUMBLINE_NOWHERE": "required"}}

// unasked are a trait that is preferred and not required, and a property that is no trait.
var unasked = map[string]any{"trait:CUSTOM_PLUMBLINE_NOWHERE": "preferred", "plumbline_wish": "required"}

// foreignArchitecture is one that the services know, and that no host has.
const foreignArchitecture = "m68k"

var ImageKinds = map[string]ImageKind{
	"no host can run": NoHost,
	"has no data yet": {Queued: true},
	"is deactivated":  {Deactivated: true},
	"asks for an architecture that no host has":                   {Properties: map[string]any{"hw_architecture": foreignArchitecture}},
	"asks for a type of hypervisor that no host has":              {Properties: map[string]any{"img_hv_type": "phyp"}},
	"names what no host has, and does not ask for it":             {Properties: unasked},
	"says nonsense of its processors":                             {Properties: map[string]any{"hw_cpu_sockets": "many"}},
	"asks for an unknown architecture":                            {Properties: map[string]any{"hw_architecture": "pdp11"}},
	"needs a larger disk than the flavor has":                     {Properties: map[string]any{"min_disk": 100000}},
	"needs a larger disk than the volume has":                     {Properties: map[string]any{"min_disk": tooLarge}},
	"asks for a NUMA node":                                        {Properties: map[string]any{"hw_numa_nodes": "1"}},
	"asks for large pages of memory":                              {Properties: map[string]any{"hw_mem_page_size": "large"}},
	"asks for processors of its own":                              {Properties: map[string]any{"hw_cpu_policy": "dedicated"}},
	"says that it shares processors":                              {Properties: map[string]any{"hw_cpu_policy": "shared"}},
	"block storage cannot unpack":                                 Unwritable,
	"needs more memory than the flavor has":                       {Properties: map[string]any{"min_ram": tooMuch}},
	"has no data yet and needs a larger disk than the flavor has": {Queued: true, Properties: map[string]any{"min_disk": 100000}},
}

// OwnProperty is the name of a property that only the image of that name has.
func OwnProperty(image string) string { return "plumbline_" + strings.ToLower(image) }

// ImageID is the id of an image in a sentence: A or "" for the run's first, B for its second, "unknown", or one that the scenario made.
func ImageID(w *world.World, name string) string {
	switch name {
	case "", "A":
		return fixtures.Image(w)
	case "B":
		return fixtures.ImageAlt(w)
	case "unknown":
		return UnknownID
	}
	return w.Noun("image", name).ID
}

// Later is what an image that a server was made of can come to be afterwards, in sentences.
const Later = `(no host can run any more|asks for a NUMA node by now|` +
	`needs more memory than the flavor has by now|needs a larger disk than the volume has by now|is deactivated by now)`

// tooMuch is more memory than any flavor has (MiB), tooLarge a larger disk than the volume of a scenario (GiB).
const (
	tooMuch  = 100000000
	tooLarge = 5
)

// MakeUnfit has an image ask for what servers of it do not have: an architecture of no host, a NUMA node, memory or disk.
func MakeUnfit(w *world.World, image *world.Noun, later string) error {
	property, value := "hw_architecture", any(foreignArchitecture)
	switch later {
	case "is deactivated by now":
		return deactivate(w, image)
	case "asks for a NUMA node by now":
		property, value = "hw_numa_nodes", "1"
	case "needs more memory than the flavor has by now":
		property, value = "min_ram", tooMuch
	case "needs a larger disk than the volume has by now":
		property, value = "min_disk", tooLarge
	}
	_, err := w.Setup(world.PatchImage(image.Owner, image.ID, "add", property, value), http.StatusOK)
	return err
}

// MakeImage creates an image of a few bytes and remembers it.
func MakeImage(w *world.World, name string, kind ImageKind) (*world.Noun, error) {
	owner := cmp.Or(kind.owner, "member")
	fields := map[string]any{"name": w.Name("image"), "disk_format": "raw", "container_format": "bare"}
	for key, value := range kind.Properties {
		fields[key] = value
	}
	x, err := w.Setup(world.Request{Actor: owner, Service: openapi.Image, Method: "POST", Path: "/images", Body: fields}, 201)
	if err != nil {
		return nil, err
	}
	image := &world.Noun{Kind: "image", Name: name, ID: x.Text("/id"), RealName: fields["name"].(string), Owner: owner}
	w.Remember(image)
	w.RemoveImage(image)
	if kind.Queued {
		return image, nil
	}
	return image, fillImage(w, image, kind.Deactivated)
}

func fillImage(w *world.World, image *world.Noun, off bool) error {
	_, err := w.Setup(world.Request{
		Actor: image.Owner, Service: openapi.Image, Method: "PUT", Path: "/images/" + image.ID + "/file",
		Raw: []byte(strings.Repeat("x", 1024)), Header: http.Header{"Content-Type": {"application/octet-stream"}},
	}, 204)
	if err != nil || !off {
		return err
	}
	return deactivate(w, image)
}

func deactivate(w *world.World, image *world.Noun) error {
	_, err := w.Setup(world.Request{
		Actor: image.Owner, Service: openapi.Image, Method: "POST",
		Path: "/images/" + image.ID + "/actions/deactivate",
	}, 204)
	return err
}
