package volumes

import (
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// tellsOfImage checks that what block storage tells of the image on a volume is what the image service tells of it, once the image was
// written. What a volume tells nothing of, and an image that its owner does not see, is not compared.
func tellsOfImage(w *world.World, before, now *world.Exchange, image string) error {
	was, _ := before.Get("/volume/volume_image_metadata")
	if is, _ := now.Get("/volume/volume_image_metadata"); phrases.Text(was) == phrases.Text(is) {
		return nil
	}
	x, err := w.Do(world.Observe, world.Request{
		Actor: w.Noun("volume", phrases.Root).Owner, Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + image,
	})
	if err != nil || x.Status != http.StatusOK {
		return err
	}
	for _, field := range []string{"name", "disk_format", "container_format", "min_disk", "min_ram", "size", "checksum"} {
		told := field
		if field == "name" {
			told = "image_name"
		}
		is, shown := now.Get("/volume/volume_image_metadata/" + told)
		if want, _ := x.Get("/" + field); shown && want != nil && plainText(is) != plainText(want) {
			return world.Differ("the value at /volume/volume_image_metadata/"+told, want, is)
		}
	}
	return nil
}

// plainText is a value without quotes: block storage tells numbers of an image as texts.
func plainText(v any) string { return strings.Trim(phrases.Text(v), `"`) }
