package rebuild

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
)

// architectures are the values of an image's hw_architecture that a real Nova accepts; each was tried.
var architectures = strings.Fields(`aarch64 alpha amd64 armv6 armv7b armv7l cris i386 i486 i586 i686 ia64 lm32 m68k
	microblaze microblazeel mips mips64 mips64el mipsel openrisc parisc parisc64 ppc ppc64 ppc64le ppcemb ppcle s390
	s390x sh4 sh4eb sparc sparc64 unicore32 x86_32 x86_64 xtensa xtensaeb`)

// architectureKnown refuses an image for an unknown processor architecture: before the quotas are checked, and before the check
// whether the image is active.
func architectureKnown(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	wanted, asked := w.image.Properties["hw_architecture"]
	if !asked || slices.Contains(architectures, strings.ToLower(wanted)) {
		return nil
	}
	return pipeline.BadRequest("Architecture name '%s' is not recognised", wanted)
}
