package source

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed equivalent.yaml
var equivalentFile []byte

// Judged are the packages whose survivors are all decided: each mutant is killed by a row or listed in equivalent.yaml. A
// new survivor fails the run.
var Judged = []string{
	"internal/mockcloud/blockstorage/attachments",
	"internal/mockcloud/blockstorage/volumes",
	"internal/mockcloud/blockstorage/volumes/reimage",
	"internal/mockcloud/blockstorage/volumes/status",
	"internal/mockcloud/compute/actions",
	"internal/mockcloud/compute/attachments",
	"internal/mockcloud/compute/disks",
	"internal/mockcloud/compute/externalevents",
	"internal/mockcloud/compute/hosts",
	"internal/mockcloud/compute/keypairs",
	"internal/mockcloud/compute/quota",
	"internal/mockcloud/compute/record",
	"internal/mockcloud/compute/schedule",
	"internal/mockcloud/compute/servers",
	"internal/mockcloud/compute/servers/create",
	"internal/mockcloud/compute/servers/lock",
	"internal/mockcloud/compute/servers/rebuild",
	"internal/mockcloud/compute/servers/shelve",
	"internal/mockcloud/envelope",
	"internal/mockcloud/identity",
	"internal/mockcloud/image",
	"internal/mockcloud/network",
	"internal/mockcloud/orchestration/events",
	"internal/mockcloud/orchestration/kind",
	"internal/mockcloud/orchestration/kinds/remote",
	"internal/mockcloud/orchestration/locks",
	"internal/mockcloud/orchestration/resources",
	"internal/mockcloud/orchestration/resources/signal",
	"internal/mockcloud/orchestration/stacks",
	"internal/mockcloud/orchestration/stacks/abandon",
	"internal/mockcloud/orchestration/stacks/actions",
	"internal/mockcloud/orchestration/stacks/create",
	"internal/mockcloud/orchestration/stacks/deletion",
	"internal/mockcloud/orchestration/stacks/draft",
	"internal/mockcloud/orchestration/stacks/lock",
	"internal/mockcloud/orchestration/stacks/snapshots",
	"internal/mockcloud/orchestration/stacks/update",
	"internal/mockcloud/orchestration/stages",
	"internal/mockcloud/orchestration/walk",
	"internal/mockcloud/orchestration/work",
	"internal/mockcloud/pipeline",
	"internal/mockcloud/pipeline/stages",
	"internal/mockcloud/policy",
}

// Kind is the reason why no row notices a mutant.
type Kind string

// The kinds.
const (
	// Equivalent: no request of the API can show it.
	Equivalent Kind = "equivalent"
	// Unspecified: requests can show it, but no specification says which answer is right, so that no row may fail it.
	Unspecified Kind = "unspecified"
)

// Known is an entry of equivalent.yaml: of a mutant, or of all mutants of a function.
type Known struct {
	Kind   Kind
	Reason string
	// Compared names a test that compares the unspecified behaviour with a real cloud's, where there is one.
	Compared string
	// Whole: the entry is of a function, or of an operator in one. Its mutants are tried all the same, and the entry
	// holds for those that survive.
	Whole bool
}

// Tried tells whether a mutant with this entry is tried.
func (k Known) Tried() bool { return k.Kind != Equivalent || k.Whole }

// Survivors are the entries of equivalent.yaml, by mutant's id, by function (package.function) or by function and operator
// (package.function/operator).
type Survivors map[string]Known

// KnownSurvivors reads equivalent.yaml.
func KnownSurvivors() (Survivors, error) {
	var groups []struct {
		Kind     Kind
		Reason   string
		Compared string
		Mutants  []string
	}
	d := yaml.NewDecoder(bytes.NewReader(equivalentFile))
	d.KnownFields(true)
	if err := d.Decode(&groups); err != nil {
		return nil, fmt.Errorf("equivalent.yaml: %w", err)
	}
	out := Survivors{}
	for _, g := range groups {
		if g.Kind == "" {
			g.Kind = Equivalent
		}
		if g.Kind != Equivalent && g.Kind != Unspecified || g.Kind == Unspecified && g.Compared == "" {
			return nil, fmt.Errorf("equivalent.yaml: %q: the kind is %s, or unspecified with what else compares it", g.Reason, Equivalent)
		}
		for _, id := range g.Mutants {
			if _, twice := out[id]; twice || g.Reason == "" {
				return nil, fmt.Errorf("equivalent.yaml: %s is there twice, or without a reason", id)
			}
			out[id] = Known{Kind: g.Kind, Reason: g.Reason, Compared: g.Compared, Whole: len(keysOf(id)) < keysOfMutant}
		}
	}
	return out, nil
}

// Of finds the entry for a mutant: its own, else that of its operator in its function, else that of its function.
func (s Survivors) Of(id string) (Known, bool) {
	for _, key := range keysOf(id) {
		if k, ok := s[key]; ok {
			return k, true
		}
	}
	return Known{}, false
}

// keysOfMutant is how many keys the id of a mutant has.
const keysOfMutant = 3

// keysOf are the keys of the entries that can match a mutant, the most specific one first: its id, then the id up to its hash,
// then the id up to its operator. A key without a slash is of a function, one with a single slash of an operator in a function.
func keysOf(id string) []string {
	dot := strings.LastIndexByte(id, '.')
	parts := strings.SplitN(id[dot+1:], "/", 3)
	keys := []string{id}
	for n := len(parts) - 1; n > 0; n-- {
		keys = append(keys, id[:dot+1]+strings.Join(parts[:n], "/"))
	}
	return keys
}

// Unused are the entries that match no mutant of a list.
func (s Survivors) Unused(all []Mutant) (unused []string) {
	used := map[string]bool{}
	for _, m := range all {
		for _, key := range keysOf(m.ID) {
			used[key] = true
		}
	}
	for key := range s {
		if !used[key] {
			unused = append(unused, key)
		}
	}
	return unused
}
