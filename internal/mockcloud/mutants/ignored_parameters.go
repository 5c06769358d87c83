package mutants

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
)

// ignoreParameters makes mutants that check a parameter of a rebuild and then ignore it.
func ignoreParameters(b *deriver) error {
	names := map[string]bool{}
	for _, tree := range b.trees {
		for name := range valueBelow(tree, append(slices.Clone(rebuildBody), "properties")...).(map[string]any) {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		requirements := []string{"RKP-26"}
		switch name {
		case "key_name":
			requirements = []string{"RKP-01", "RKP-17"}
		case "imageRef":
			requirements = []string{"RKP-04", "RKP-N10"}
		case "personality":
			requirements = []string{"RKP-N12"}
		}
		if name == "reimage_boot_volume" {
			requirements = []string{"BFV-03", "BFV-05"}
		}
		b.add(Mutant{
			ID: "ignored/" + name, Class: classIgnored, About: []string{
				name,
				"every other parameter",
			}, Requirements: requirements, Broken: fmt.Sprintf("a rebuild takes %s and does nothing with it", name),
			code: func() (pipeline.Mutant, error) {
				return pipeline.Mutant{Ignore: map[string][]string{"servers.rebuild": {name}}}, nil
			},
		})
	}
	return nil
}

// ignoreLockLevels makes mutants in which Heat checks the level of a lock and then ignores it.
func ignoreLockLevels(b *deriver) error {
	b.add(Mutant{
		ID: "ignored/stacks.lock/level", Class: classIgnored, About: []string{"level stacks"}, Requirements: []string{"LCK-32", "LCK-42"},
		Broken: "a lock takes the level and does nothing with it",
		code:   breaking(pipeline.Mutant{Ignore: map[string][]string{"stacks.lock": {"level"}}}),
	})
	return nil
}
