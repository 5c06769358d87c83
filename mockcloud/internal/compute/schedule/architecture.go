package schedule

import "strings"

// architecture is what all hosts of the mock have.
const architecture = "x86_64"

// otherNames are older or other names of architectures.
var otherNames = map[string]string{"amd64": "x86_64", "i386": "i686", "i486": "i686", "i586": "i686"}

// fitsArchitecture tells whether the hosts run what image properties ask for.
func fitsArchitecture(properties map[string]string) bool {
	name := strings.ToLower(properties["hw_architecture"])
	if other := otherNames[name]; other != "" {
		name = other
	}
	return name == "" || name == architecture
}
