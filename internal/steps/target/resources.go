package target

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
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
	t.ImageDemands = len(demandsOf(first)) > 0
	evidence := fmt.Sprintf("only one usable image, or none that is known to boot where it does: %s; name another with --image-alt",
		t.Resources.Image.Name)
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

// Pages of the lists of images and flavors: how many things are asked for at a time, how many pages are read at most, and how often a
// list is begun anew. A named image may be on any of them.
const (
	pageSize  = 500
	mostPages = 20
	mostAgain = 3
)

func imagesOf(ctx context.Context, s *session.Session) ([]map[string]any, error) {
	if !s.Offers(openapi.Image) {
		return nil, fmt.Errorf("the catalogue offers no image service: servers cannot be booted")
	}
	call := session.Call{Role: "probe", Service: openapi.Image, Method: http.MethodGet, Path: "/images?status=active"}
	return everyPage(ctx, s, call, "images", "next")
}

func flavorsOf(ctx context.Context, s *session.Session, at openapi.Version) ([]map[string]any, error) {
	call := session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/flavors/detail", At: at.String()}
	return everyPage(ctx, s, call, "flavors", "flavors_links")
}

// everyPage reads a list to its end, as long as an answer has the key that leads to the next page, by markers: whatever address a
// cloud gives for it, no other is asked. Where what a page ended with is gone before the next one, the list is begun anew.
func everyPage(ctx context.Context, s *session.Session, call session.Call, key, next string) (all []map[string]any, err error) {
	and := "?"
	if strings.Contains(call.Path, "?") {
		and = "&"
	}
	first := call.Path + and + "limit=" + strconv.Itoa(pageSize)
	call.Path = first
	again := 0
	for range mostPages {
		reply, err := s.Call(ctx, call)
		if err != nil {
			return nil, err
		}
		if reply.Is(http.StatusBadRequest, http.StatusNotFound) && call.Path != first && again < mostAgain {
			again++
			call.Path, all = first, nil
			continue
		}
		if !reply.Is(http.StatusOK) {
			return nil, fmt.Errorf("list %s as %s: the %s service answers %d %s", key, s.UserName, call.Service, reply.Status, reply.Message())
		}
		items := Objects(reply.JSON[key])
		all = append(all, items...)
		if len(items) == 0 || reply.JSON[next] == nil {
			break
		}
		call.Path = first + "&marker=" + url.QueryEscape(Text(items[len(items)-1], "id"))
	}
	return all, nil
}

// chooseImages takes the named ones, else those that most hosts can boot and that stay, of these the smallest; second is nil when
// there is only one, or none that boots where the first one does.
func chooseImages(images []map[string]any, w Wanted) (first, second map[string]any, err error) {
	usable := slices.DeleteFunc(slices.Clone(images), func(i map[string]any) bool {
		format := Text(i, "container_format")
		return Text(i, "status") != "active" || strings.HasPrefix(Text(i, "name"), Prefix) || i["os_hidden"] == true ||
			format == "aki" || format == "ari" || Number(i, "size") == 0
	})
	slices.SortFunc(usable, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(doubtsOf(a), doubtsOf(b)), cmp.Compare(Number(a, "min_disk"), Number(b, "min_disk")),
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
		case second == nil && Text(i, "id") != Text(first, "id") && demandsMore(i, first) == "":
			second = i
		}
	}
	if first == nil {
		return nil, nil, fmt.Errorf("no active image to boot from: upload one, or name one with --image")
	}
	return first, second, nil
}

// demanding are the beginnings of the names of image properties by which the scheduler, or a host's driver, may refuse an image.
var demanding = []string{
	"hw_", "img_", "trait", "hypervisor_", "vm_mode", "architecture", "os_secure_boot", "os_require_quiesce",
	"kernel_id", "ramdisk_id",
}

// plainFormats are the disk formats that hold a system to boot.
var plainFormats = []string{"qcow2", "raw", "vmdk", "vhd", "vhdx", "vdi", "ploop"}

// demandsOf lists what may keep the servers of an image from some hosts, with the values.
func demandsOf(image map[string]any) map[string]any {
	out := map[string]any{}
	for key, v := range image {
		if v != nil && slices.ContainsFunc(demanding, func(p string) bool { return strings.HasPrefix(key, p) }) {
			out[key] = v
		}
	}
	if format := Text(image, "disk_format"); format != "" && !slices.Contains(plainFormats, format) {
		out["disk_format"] = format
	}
	return out
}

// doubtsOf counts what makes an image a bad choice: its demands, and that it is somebody's work in progress, which may not stay: a
// snapshot, or not for everybody.
func doubtsOf(image map[string]any) int {
	n := len(demandsOf(image))
	if shared, told := image["visibility"]; told && shared != "public" && shared != "community" {
		n++
	}
	if image["image_type"] == "snapshot" {
		n++
	}
	return n
}

// demandsMore answers a demand of an image that another one does not have, "" without: where servers of the one come up, those of the
// other need not.
func demandsMore(image, than map[string]any) string {
	known := demandsOf(than)
	for key, v := range demandsOf(image) {
		if known[key] != v {
			return key
		}
	}
	return ""
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
