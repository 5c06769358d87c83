package schedule

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// RunsImage answers why a host cannot run an image with these properties, in the scheduler's words; "" when it can. Required traits
// are checked first.
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
