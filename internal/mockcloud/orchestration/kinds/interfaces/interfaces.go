// Package interfaces decides what an update of a server's networks does to its interfaces: which stay, which go, which are new.
package interfaces

import "slices"

// Interface is an interface of a server: its port, the network of that, its first address and the subnet of that. For a network of a
// template that has not been looked for it is what the template says of it, with "" for what it does not say.
type Interface struct {
	Port, Network, Subnet, Address string
}

// Network is a network of a server in a template, with ids in the place of names. Rest is all that it says beside the interface.
type Network struct {
	Interface
	Rest string
}

// Gone is a network that goes: its place among those before, and its port; "" where the server has no such interface.
type Gone struct {
	Place int
	Port  string
}

// Compare answers which networks before an update go, and the places of those after it that are new. Each network before stands for the
// first interface that has all that it says; each network after keeps the first of these that has all that it says.
func Compare(before, after []Network, there []Interface) (gone []Gone, added []int) {
	old, free := slices.Clone(before), slices.Clone(there)
	for i := range old {
		if at := slices.IndexFunc(free, old[i].saysOf); at >= 0 {
			old[i].Interface = free[at]
			free = slices.Delete(free, at, at+1)
		}
	}
	kept := make([]bool, len(old))
	for place, n := range after {
		at := 0
		for at < len(old) && (kept[at] || n.Rest != old[at].Rest || !n.saysOf(old[at].Interface)) {
			at++
		}
		if at == len(old) {
			added = append(added, place)
			continue
		}
		kept[at] = true
	}
	for place, o := range old {
		if !kept[place] {
			gone = append(gone, Gone{place, o.Port})
		}
	}
	return gone, added
}

// saysOf tells whether all that is said of an interface is true of another one.
func (i Interface) saysOf(other Interface) bool {
	for _, pair := range [][2]string{
		{i.Port, other.Port}, {i.Network, other.Network}, {i.Subnet, other.Subnet}, {i.Address, other.Address},
	} {
		if pair[0] != "" && pair[0] != pair[1] {
			return false
		}
	}
	return true
}
