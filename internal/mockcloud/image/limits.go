package image

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/pipeline"
)

// most is how many properties, tags and members an image has at most.
const most = 128

// reservedNamespace is what the names of the service's own properties begin with.
const reservedNamespace = "os_glance"

// isReserved tells whether no client may set a key, whatever its value.
func isReserved(key string) bool {
	return key == "location" || key == "deleted" || key == "deleted_at" || strings.HasPrefix(key, reservedNamespace)
}

func tooMany(what string, attempted int) string {
	if attempted <= most {
		return ""
	}
	return fmt.Sprintf("The limit has been exceeded on the number of allowed image %s. Attempted: %d, Maximum: %d", what, attempted, most)
}

func enoughProperties(properties map[string]string) *pipeline.Fault {
	n := 0
	for key := range properties {
		if !strings.HasPrefix(key, reservedNamespace) {
			n++
		}
	}
	if said := tooMany("properties", n); said != "" {
		return pipeline.Refuse(413, "%s", said)
	}
	return nil
}

// isWide tells whether a text has a character that takes four bytes, which the service's tables do not take.
func isWide(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return utf8.RuneLen(r) > 3 })
}
