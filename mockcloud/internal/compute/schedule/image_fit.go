package schedule

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/state"
)

// RunsImage tells whether a host can run an image with these properties; "" when it can, otherwise what
// the scheduler says. Properties that are required as traits are asked of the host before anything else.
func RunsImage(h *state.Host, properties map[string]string) string {
	for name, value := range properties {
		trait, is := strings.CutPrefix(name, "trait:")
		if is && value == "required" && (h == nil || !slices.Contains(h.Traits, trait)) {
			return "Image traits cannot be satisfied by the current resource providers. Either specify a different image " +
				"during rebuild or create a new server with the specified image."
		}
	}
	fits := h != nil && fitsArchitecture(properties) && fitsProperty(properties["img_hv_type"], h.HypervisorType)
	if !fits {
		return "There are not enough hosts available."
	}
	return ""
}

func fitsProperty(wanted, is string) bool { return wanted == "" || strings.EqualFold(wanted, is) }
