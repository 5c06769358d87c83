package servers

import (
	"cmp"
	"slices"
	"time"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// serverOrders compares servers by sort_key; keys that are not listed here do not change the order.
var serverOrders = map[string]func(a, b *state.Server) int{
	"created_at": func(a, b *state.Server) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.Serial, b.Serial))
	},
	"updated_at":          func(a, b *state.Server) int { return a.Updated.Compare(b.Updated) },
	"launched_at":         func(a, b *state.Server) int { return compareTimes(a.Launched, b.Launched) },
	"display_name":        func(a, b *state.Server) int { return cmp.Compare(a.Name, b.Name) },
	"hostname":            func(a, b *state.Server) int { return cmp.Compare(a.Hostname, b.Hostname) },
	"uuid":                func(a, b *state.Server) int { return cmp.Compare(a.ID, b.ID) },
	"user_id":             func(a, b *state.Server) int { return cmp.Compare(a.UserID, b.UserID) },
	"project_id":          func(a, b *state.Server) int { return cmp.Compare(a.ProjectID, b.ProjectID) },
	"vm_state":            func(a, b *state.Server) int { return cmp.Compare(a.VMState, b.VMState) },
	"task_state":          func(a, b *state.Server) int { return cmp.Compare(a.TaskState, b.TaskState) },
	"power_state":         func(a, b *state.Server) int { return cmp.Compare(a.PowerState, b.PowerState) },
	"key_name":            func(a, b *state.Server) int { return comparePointers(a.KeyName, b.KeyName) },
	"host":                func(a, b *state.Server) int { return cmp.Compare(a.Host, b.Host) },
	"node":                func(a, b *state.Server) int { return cmp.Compare(a.Node, b.Node) },
	"availability_zone":   func(a, b *state.Server) int { return cmp.Compare(a.Zone, b.Zone) },
	"image_ref":           func(a, b *state.Server) int { return cmp.Compare(a.Image, b.Image) },
	"instance_type_id":    func(a, b *state.Server) int { return cmp.Compare(a.Flavor.ID, b.Flavor.ID) },
	"locked":              func(a, b *state.Server) int { return cmp.Compare(truthNumber(a.Locked), truthNumber(b.Locked)) },
	"progress":            func(a, b *state.Server) int { return cmp.Compare(a.Progress, b.Progress) },
	"launch_index":        func(a, b *state.Server) int { return cmp.Compare(a.LaunchIndex, b.LaunchIndex) },
	"access_ip_v4":        func(a, b *state.Server) int { return cmp.Compare(a.AccessIPv4, b.AccessIPv4) },
	"access_ip_v6":        func(a, b *state.Server) int { return cmp.Compare(a.AccessIPv6, b.AccessIPv6) },
	"config_drive":        func(a, b *state.Server) int { return cmp.Compare(a.ConfigDrive, b.ConfigDrive) },
	"reservation_id":      func(a, b *state.Server) int { return cmp.Compare(a.ReservationID, b.ReservationID) },
	"display_description": func(a, b *state.Server) int { return comparePointers(a.Description, b.Description) },
}

// serverOrder compares by each key in its direction (desc if none is given), then by creation in the last direction.
// No two servers are equal then.
func serverOrder(keys, directions []string) func(a, b *state.Server) int {
	type order func(a, b *state.Server) int
	var orders []order
	add := func(compare order, direction string) {
		if direction != "asc" {
			ascending := compare
			compare = func(a, b *state.Server) int { return ascending(b, a) }
		}
		orders = append(orders, compare)
	}
	direction := "desc"
	for i, key := range keys {
		if i < len(directions) {
			direction = directions[i]
		}
		if compare := serverOrders[key]; compare != nil {
			add(compare, direction)
		}
	}
	add(serverOrders["created_at"], direction)
	return func(a, b *state.Server) int {
		for _, compare := range orders {
			if c := compare(a, b); c != 0 {
				return c
			}
		}
		return 0
	}
}

// pageFirst answers the servers that a page needs, sorted: the marker, if it is among them, and as many of those after it as the page
// has. To find 50 of 10,000 takes a twentieth of the time that sorting all of them takes.
func pageFirst(all []*state.Server, marker string, limit int, compare func(a, b *state.Server) int) []*state.Server {
	var out []*state.Server
	if i := slices.IndexFunc(all, func(s *state.Server) bool { return s.ID == marker }); i >= 0 {
		at := all[i]
		out = append(out, at)
		all = slices.DeleteFunc(all, func(s *state.Server) bool { return compare(s, at) <= 0 })
	}
	return append(out, firstSorted(all, max(0, limit), compare)...)
}

// firstSorted answers the first n in an order, sorted.
func firstSorted[T any](all []T, n int, compare func(a, b T) int) []T {
	if 2*n >= len(all) || n == 0 {
		slices.SortFunc(all, compare)
		return all[:min(n, len(all))]
	}
	best := make([]T, 0, 2*n)
	full := false // then the first n of best are sorted, and the others before the last of them
	for _, v := range all {
		if full && compare(v, best[n-1]) >= 0 {
			continue
		}
		best = append(best, v)
		if len(best) == 2*n {
			slices.SortFunc(best, compare)
			best, full = best[:n], true
		}
	}
	slices.SortFunc(best, compare)
	return best[:n]
}

// listSortable refuses invalid directions, and sorting by host for callers who cannot see hosts.
func listSortable(x *pipeline.Exchange) *pipeline.Fault {
	for _, d := range x.Query["sort_dir"] {
		if d != "asc" && d != "desc" {
			return pipeline.BadRequest("Invalid input received: Unknown sort direction, must be 'desc' or 'asc'")
		}
	}
	for _, k := range x.Query["sort_key"] {
		if (k == "host" || k == "node") && !x.Caller.Admin() {
			return pipeline.Forbidden("Only administrators can sort servers by %s", k)
		}
	}
	return nil
}

func compareTimes(a, b *time.Time) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return a.Compare(*b)
}

func comparePointers(a, b *string) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Compare(*a, *b)
}

func truthNumber(b bool) int {
	if b {
		return 1
	}
	return 0
}
