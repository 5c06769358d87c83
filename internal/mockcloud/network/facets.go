package network

import "plumbline/internal/mockcloud/state"

// What records have in common, by the structs that they embed (see state.Owned): an owner, and of the others what they have.
type (
	owned    interface{ Owner() *state.Owned }
	standard interface {
		Stamp() *state.Standard
		FirstRevision() int
	}
	tagged    interface{ Labels() *[]string }
	shareable interface{ Share() *bool }
	part      interface{ Whole() *state.Part }
)

// ownOf is a record's id and project.
func ownOf(r any) *state.Owned { return r.(owned).Owner() }

// stampOf is the times and the revision of a record, nil where it has none.
func stampOf(r any) standard {
	s, _ := r.(standard)
	return s
}

// labelsOf are the tags of a record that can have some.
func labelsOf(r any) *[]string { return r.(tagged).Labels() }

// sharingOf tells whether a record is shared with everybody, nil where it cannot be.
func sharingOf(r any) *bool {
	if s, can := r.(shareable); can {
		return s.Share()
	}
	return nil
}

// partOf is what a record has as a part of another, nil where it is none.
func partOf(r any) *state.Part {
	if p, is := r.(part); is {
		return p.Whole()
	}
	return nil
}
