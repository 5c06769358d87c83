package rebuild

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
)

// architectures are those that a real Nova takes for an image's hw_architecture, asked one by one.
var architectures = strings.Fields(`aarch64 alpha amd64 armv6 armv7b armv7l cris i386 i486 i586 i686 ia64 lm32 m68k
	microblaze microblazeel mips mips64 mips64el mipsel openrisc parisc parisc64 ppc ppc64 ppc64le ppcemb ppcle s390
	s390x sh4 sh4eb sparc sparc64 unicore32 x86_32 x86_64 xtensa xtensaeb`)

// architectureKnown refuses an image for a processor that nobody has heard of: before the quotas,
// and before the question whether the image is active.
func architectureKnown(x *pipeline.Exchange, w *rebuild) *pipeline.Fault {
	wanted, asked := w.image.Properties["hw_architecture"]
	if !asked || slices.Contains(architectures, strings.ToLower(wanted)) {
		return nil
	}
	return pipeline.BadRequest("Architecture name '%s' is not recognised", wanted)
}
