package servers

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// serverOrders compares servers by sort_key. Of other keys the document says that they are taken and ignored.
var serverOrders = map[string]func(a, b *state.Server) int{
	"access_ip_v4":        by(func(s *state.Server) string { return s.AccessIPv4 }),
	"access_ip_v6":        by(func(s *state.Server) string { return s.AccessIPv6 }),
	"auto_disk_config":    by(func(s *state.Server) string { return s.DiskConfig }),
	"availability_zone":   by(func(s *state.Server) string { return s.Zone }),
	"config_drive":        by(func(s *state.Server) string { return s.ConfigDrive }),
	"display_description": func(a, b *state.Server) int { return comparePointers(a.Description, b.Description) },
	"display_name":        by(func(s *state.Server) string { return s.Name }),
	"host":                by(func(s *state.Server) string { return s.Host }),
	"hostname":            by(func(s *state.Server) string { return s.Hostname }),
	"image_ref":           by(func(s *state.Server) string { return s.Image }),
	"instance_type_id":    by(func(s *state.Server) string { return s.Flavor.ID }),
	"kernel_id":           by(func(s *state.Server) string { return s.KernelID }),
	"key_name":            func(a, b *state.Server) int { return comparePointers(a.KeyName, b.KeyName) },
	"launch_index":        by(func(s *state.Server) int { return s.LaunchIndex }),
	"launched_at":         func(a, b *state.Server) int { return compareTimes(a.Launched, b.Launched) },
	"locked":              by(func(s *state.Server) int { return truthNumber(s.Locked) }),
	"locked_by":           by(func(s *state.Server) string { return s.LockedBy }),
	"node":                by(func(s *state.Server) string { return s.Node }),
	"power_state":         by(func(s *state.Server) int { return s.PowerState }),
	"progress":            by(func(s *state.Server) int { return s.Progress }),
	"project_id":          by(func(s *state.Server) string { return s.ProjectID }),
	"ramdisk_id":          by(func(s *state.Server) string { return s.RamdiskID }),
	"root_device_name":    by(func(s *state.Server) string { return s.RootDevice }),
	"task_state":          by(func(s *state.Server) state.TaskState { return s.TaskState }),
	"terminated_at":       func(a, b *state.Server) int { return compareTimes(a.Terminated, b.Terminated) },
	"updated_at":          func(a, b *state.Server) int { return a.Updated.Compare(b.Updated) },
	"user_id":             by(func(s *state.Server) string { return s.UserID }),
	"uuid":                by(func(s *state.Server) string { return s.ID }),
	"vm_state":            by(func(s *state.Server) state.VMState { return s.VMState }),
	// Servers of the same moment are told apart by which was made first.
	"created_at": func(a, b *state.Server) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.Serial, b.Serial))
	},
}

func by[V cmp.Ordered](value func(*state.Server) V) func(a, b *state.Server) int {
	return func(a, b *state.Server) int { return cmp.Compare(value(a), value(b)) }
}

// lockedSorts is the microversion from which lists are sorted by locked; before, the key is taken and ignored.
var lockedSorts = openapi.MustVersion("2.73")

// listOrder decides on the order of the list: by each key in its direction, and by uuid where servers are equal in all of them. As a real
// Nova does it, uuid and its direction, asc, stand behind the given ones: of two keys with one direction the second is sorted asc. Further
// keys without a direction go in the first one. Keys that are ignored take their direction with them. Without keys it is created_at, desc.
func listOrder(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	keys, directions := slices.Clone(x.Query["sort_key"]), slices.Clone(x.Query["sort_dir"])
	if len(keys) == 0 {
		keys = []string{"created_at"}
	}
	if len(directions) == 0 {
		directions = []string{"desc"}
	}
	for i := 0; i < len(keys); {
		if serverOrders[keys[i]] != nil && (keys[i] != "locked" || x.Version.AtLeast(lockedSorts)) {
			i++
			continue
		}
		keys = slices.Delete(keys, i, i+1)
		if i < len(directions) {
			directions = slices.Delete(directions, i, i+1)
		}
	}
	if len(keys) == 0 {
		keys, directions = []string{"created_at"}, []string{"desc"}
	}
	keys, directions = append(keys, "uuid"), append(directions, "asc")
	w.order = inOrder(keys, directions)
	switch {
	case record.PageLimit(x) == 0: // nothing is asked of the database
	case slices.ContainsFunc(directions, func(d string) bool { return d != "asc" && d != "desc" }):
		return pipeline.BadRequest("Invalid input received: Unknown sort direction, must be 'desc' or 'asc'")
	case len(directions) > len(keys):
		return pipeline.BadRequest("Invalid input received: Sort direction size exceeds sort key size")
	}
	return nil
}

func inOrder(keys, directions []string) func(a, b *state.Server) int {
	return func(a, b *state.Server) int {
		for i, key := range keys {
			direction := directions[0]
			if i < len(directions) {
				direction = directions[i]
			}
			c := serverOrders[key](a, b)
			if direction != "asc" {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	}
}

// pageFirst answers the servers that a page needs, sorted: as many of those after the marker as the page has. To find 50 of 10,000 takes a
// twentieth of the time that sorting all of them takes.
func pageFirst(all []*state.Server, after *state.Server, limit int, compare func(a, b *state.Server) int) []*state.Server {
	if after != nil {
		all = slices.DeleteFunc(all, func(s *state.Server) bool { return compare(s, after) <= 0 })
	}
	return firstSorted(all, max(0, limit), compare)
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

// listSortable refuses sorting by host for callers who cannot see hosts.
func listSortable(x *pipeline.Exchange) *pipeline.Fault {
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
