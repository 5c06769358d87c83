package phrases

import (
	"fmt"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// flavorKind is an image whose minimum disk (GiB) or memory (MiB) is that of the run's flavor or root volume, plus more.
type flavorKind struct {
	property, field string
	more            float64
}

var flavorKinds = map[string]flavorKind{
	"needs as large a disk as the flavor has":        {"min_disk", "disk", 0},
	"needs a GiB more disk than the flavor has":      {"min_disk", "disk", 1},
	"needs as much memory as the flavor has":         {"min_ram", "ram", 0},
	"needs as large a disk as the root volume has":   {"min_disk", "", 0},
	"needs a GiB more disk than the root volume has": {"min_disk", "", 1},
	"needs a MiB more memory than the flavor has":    {"min_ram", "ram", 1},
}

// imageKind makes the kind of image. It is an error where the flavor has no disk of its own, which any image fits.
func (k flavorKind) imageKind(w *world.World) (ImageKind, error) {
	if k.field == "" {
		size, _ := w.Noun("volume", Root).Facts["size"].(int)
		return ImageKind{Properties: map[string]any{k.property: float64(size) + k.more}}, nil
	}
	size, err := FlavorHas(w, k.field)
	if err == nil && size <= 0 {
		err = fmt.Errorf("the flavor's %s is %v: no image can need as much", k.field, size)
	}
	return ImageKind{Properties: map[string]any{k.property: size + k.more}}, err
}

// FlavorHas reads a number of the run's flavor.
func FlavorHas(w *world.World, field string) (float64, error) {
	value, err := flavorValue(w, field)
	if err != nil {
		return 0, err
	}
	size, ok := value.(float64)
	if !ok {
		return 0, fmt.Errorf("the flavor's %s is %v", field, value)
	}
	return size, nil
}

// FlavorSwap reads the swap of the run's flavor, in MiB: "" stands for none before 2.75.
func FlavorSwap(w *world.World) (float64, error) {
	value, err := flavorValue(w, "swap")
	size, _ := value.(float64)
	return size, err
}

func flavorValue(w *world.World, field string) (any, error) {
	x, err := w.Do(world.Probe, world.Request{Actor: "member", At: "2.1", Method: http.MethodGet, Path: "/flavors/" + fixtures.Flavor(w)})
	if err != nil {
		return nil, err
	}
	value, _ := x.Get("/flavor/" + field)
	return value, nil
}
