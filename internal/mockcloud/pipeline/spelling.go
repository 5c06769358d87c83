package pipeline

import "strings"

// Spelling says which paths mean the same to a service. The zero value: each means something else.
type Spelling struct {
	// Slashes says that several slashes in a row are one: everywhere, or only in front of the version (Root).
	Slashes, Root bool
	// Slash says that slashes at the end do not count, Ending what else does not: ".json".
	Slash  bool
	Ending string
}

// read answers the path that a path means, and the ending that does not count.
func (s Spelling) read(path string) (means, ending string) {
	for strings.HasPrefix(path, "//") && (s.Slashes || s.Root) {
		path = path[1:]
	}
	for s.Slashes && strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	means = path
	if s.Slash && strings.Trim(path, "/") != "" {
		means = strings.TrimRight(path, "/")
	}
	if s.Ending != "" && strings.Count(means, "/") > 1 { // the version itself has none
		means = strings.TrimSuffix(means, s.Ending)
	}
	return means, path[len(means):]
}
