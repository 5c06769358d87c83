package schedule

import "strings"

// architecture is the processor architecture of all hosts of the mock.
const architecture = "x86_64"

// otherNames maps older and other names of architectures.
var otherNames = map[string]string{"amd64": "x86_64", "i386": "i686", "i486": "i686", "i586": "i686"}

// fitsArchitecture tells whether the hosts' architecture is the one that image properties ask for.
func fitsArchitecture(properties map[string]string) bool {
	name := strings.ToLower(properties["hw_architecture"])
	if other := otherNames[name]; other != "" {
		name = other
	}
	return name == "" || name == architecture
}
