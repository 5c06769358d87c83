package seed_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/seed"
)

// TestTheReadmeNamesWhatTheSeedHas: a first "server create" needs names, and the README gives them.
func TestTheReadmeNamesWhatTheSeedHas(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^It begins with the images .*$`).FindString(string(text))
	require.NotEmpty(t, line)
	known := map[string]bool{"--print-seed": true}
	s := seed.Default()
	for _, i := range s.Images {
		known[i.Name] = true
	}
	for _, f := range s.Flavors {
		known[f.Name] = true
	}
	for _, n := range s.Networks {
		known[n.Name] = true
	}
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line, -1) {
		assert.True(t, known[m[1]], m[1])
	}
}
