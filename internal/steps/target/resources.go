package target

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
)

// Wanted names the image, the second image and the flavor to use, by name or id; empty fields are searched for.
type Wanted struct{ Image, ImageAlt, Flavor string }

// Resources are the images and the flavor that scenarios use. ImageAlt may be empty.
type Resources struct{ Image, ImageAlt, Flavor Resource }

// Resource is one thing found or named.
type Resource struct{ ID, Name string }

// FindResources looks for two active images and a flavor that fits both, the smallest of each: scenarios boot servers but
// use nothing inside them.
func (t *Target) FindResources(ctx context.Context) error {
	s := FirstActor(t, "member", "admin")
	images, err := imagesOf(ctx, s)
	if err != nil {
		return err
	}
	first, second, err := chooseImages(images, t.Wanted)
	if err != nil {
		return err
	}
	flavors, err := flavorsOf(ctx, s, t.flavorsAt())
	if err != nil {
		return err
	}
	flavor, err := chooseFlavor(flavors, t.Wanted.Flavor, first, second)
	if err != nil {
		return err
	}
	t.Resources = Resources{Image: resource(first), ImageAlt: resource(second), Flavor: resource(flavor)}
	evidence := "only one usable image: " + t.Resources.Image.Name + "; name another with --image-alt"
	if second != nil {
		evidence = t.Resources.Image.Name + ", " + t.Resources.ImageAlt.Name
	}
	t.Found(TwoImages, second != nil, evidence)
	t.foundPlainFlavor(flavor)
	return nil
}

func (t *Target) foundPlainFlavor(flavor map[string]any) {
	if _, shown := flavor["extra_specs"]; !shown {
		t.CannotSee(PlainFlavor, "the flavor "+Text(flavor, "name")+" does not show its extra specifications")
		return
	}
	special := specialOf(flavor)
	t.Found(PlainFlavor, special == "", cmp.Or(special, "nothing in the flavor "+Text(flavor, "name")+" changes what its servers take"))
}

// flavorsAt is the microversion at which flavors are listed: with their extra specifications (2.61) where it is there.
func (t *Target) flavorsAt() openapi.Version {
	if with := openapi.MustVersion("2.61"); t.Max.AtLeast(with) {
		return with
	}
	return t.Min
}

// specialOf says which extra specification makes the servers of a flavor take other resources of a host than the flavor shows: those
// that name resources of placement, and processors that are not shared. It is "" where none does.
func specialOf(flavor map[string]any) string {
	specs, _ := flavor["extra_specs"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(specs)) {
		if name, _, _ := strings.Cut(key, ":"); strings.HasPrefix(name, "resources") || key == "hw:cpu_policy" && specs[key] != "shared" {
			return fmt.Sprintf("the flavor %s has the extra specification %s: %v", Text(flavor, "name"), key, specs[key])
		}
	}
	return ""
}

func resource(o map[string]any) Resource { return Resource{ID: Text(o, "id"), Name: Text(o, "name")} }

func imagesOf(ctx context.Context, s *session.Session) ([]map[string]any, error) {
	if !s.Offers(openapi.Image) {
		return nil, fmt.Errorf("the catalogue offers no image service: servers cannot be booted")
	}
	reply, err := s.Call(ctx,
		session.Call{Role: "probe", Service: openapi.Image, Method: http.MethodGet, Path: "/images?limit=200&status=active"})
	if err != nil {
		return nil, err
	}
	if !reply.Is(http.StatusOK) {
		return nil, fmt.Errorf("list images as %s: image service answers %d %s", s.UserName, reply.Status, reply.Message())
	}
	return Objects(reply.JSON["images"]), nil
}

func flavorsOf(ctx context.Context, s *session.Session, at openapi.Version) ([]map[string]any, error) {
	reply, err := s.Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/flavors/detail", At: at.String()})
	if err != nil {
		return nil, err
	}
	if !reply.Is(http.StatusOK) {
		return nil, fmt.Errorf("list flavors as %s: compute service answers %d %s", s.UserName, reply.Status, reply.Message())
	}
	return Objects(reply.JSON["flavors"]), nil
}

// chooseImages takes the named ones, else the smallest bootable ones; second is nil when there is only one.
func chooseImages(images []map[string]any, w Wanted) (first, second map[string]any, err error) {
	usable := slices.DeleteFunc(slices.Clone(images), func(i map[string]any) bool {
		format := Text(i, "container_format")
		return Text(i, "status") != "active" || strings.HasPrefix(Text(i, "name"), Prefix) || i["os_hidden"] == true ||
			format == "aki" || format == "ari" || Number(i, "size") == 0
	})
	slices.SortFunc(usable, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(Number(a, "min_disk"), Number(b, "min_disk")),
			cmp.Compare(Number(a, "size"), Number(b, "size")), cmp.Compare(Text(a, "name"), Text(b, "name")))
	})
	if first, err = findByName(images, w.Image, "--image"); err != nil {
		return nil, nil, err
	}
	if second, err = findByName(images, w.ImageAlt, "--image-alt"); err != nil {
		return nil, nil, err
	}
	for _, i := range usable {
		switch {
		case first == nil && Text(i, "id") != Text(second, "id"):
			first = i
		case second == nil && Text(i, "id") != Text(first, "id"):
			second = i
		}
	}
	if first == nil {
		return nil, nil, fmt.Errorf("no active image to boot from: upload one, or name one with --image")
	}
	return first, second, nil
}

// chooseFlavor takes the named one, else the smallest with a root disk that holds both images: if possible one whose servers any host
// can have, without extra specifications, further disks and swap.
func chooseFlavor(flavors []map[string]any, want string, images ...map[string]any) (map[string]any, error) {
	if found, err := findByName(flavors, want, "--flavor"); err != nil || found != nil {
		return found, err
	}
	fits := slices.DeleteFunc(slices.Clone(flavors), func(f map[string]any) bool {
		if Number(f, "disk") == 0 || f["OS-FLV-DISABLED:disabled"] == true {
			return true
		}
		return slices.ContainsFunc(images, func(i map[string]any) bool {
			return Number(f, "disk") < Number(i, "min_disk") || Number(f, "ram") < Number(i, "min_ram") ||
				Number(f, "disk")*(1<<30) < Number(i, "size")
		})
	})
	if len(fits) == 0 {
		return nil, fmt.Errorf("no flavor fits the images: name one with --flavor")
	}
	return slices.MinFunc(fits, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(extrasOf(a), extrasOf(b)), cmp.Compare(Number(a, "ram"), Number(b, "ram")),
			cmp.Compare(Number(a, "vcpus"), Number(b, "vcpus")),
			cmp.Compare(Number(a, "disk"), Number(b, "disk")), cmp.Compare(Text(a, "name"), Text(b, "name")))
	}), nil
}

// extrasOf counts what a flavor has besides processors, memory and a root disk.
func extrasOf(flavor map[string]any) int {
	specs, _ := flavor["extra_specs"].(map[string]any)
	return len(specs) + min(1, int(Number(flavor, "OS-FLV-EXT-DATA:ephemeral"))) + min(1, int(Number(flavor, "swap")))
}

// findByName finds an item by id or by name; two items of the same name are an error that the operator resolves.
func findByName(list []map[string]any, want, flag string) (map[string]any, error) {
	if want == "" {
		return nil, nil
	}
	var found map[string]any
	for _, item := range list {
		if Text(item, "id") == want {
			return item, nil
		}
		if Text(item, "name") != want {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%s %s: two have this name; give the id", flag, want)
		}
		found = item
	}
	if found == nil {
		return nil, fmt.Errorf("%s %s: there is none of this name or id", flag, want)
	}
	return found, nil
}
