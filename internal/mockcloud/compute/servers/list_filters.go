package servers

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Filters that every caller may use: forAll at every microversion, the others from their microversion on. Filters for administrators
// only are silently ignored for other callers. Tags, locks and times are everybody's; before their microversions the document drops them.
var (
	forAll  = []string{"reservation_id", "name", "image", "flavor", "ip"}
	forAll5 = []string{"ip6"}
	// forAll83 and forAll90 were added in 2.83 and 2.90.
	forAll83 = []string{
		"availability_zone", "config_drive", "key_name", "created_at", "launched_at", "terminated_at", "power_state",
		"task_state", "vm_state", "progress", "user_id",
	}
	forAll90 = []string{"hostname"}

	since5, since83, since90 = openapi.MustVersion("2.5"), openapi.MustVersion("2.83"), openapi.MustVersion("2.90")
)

// mayFilter tells whether a filter of the caller is applied.
func mayFilter(x *pipeline.Exchange, key string) bool {
	if x.Allows("os_compute_api:servers:allow_all_filters") {
		return true
	}
	return slices.Contains(forAll, key) ||
		x.Version.AtLeast(since5) && slices.Contains(forAll5, key) ||
		x.Version.AtLeast(since83) && slices.Contains(forAll83, key) ||
		x.Version.AtLeast(since90) && slices.Contains(forAll90, key)
}

// equals are the filters that compare the whole value.
var equals = map[string]func(*state.Server) string{
	"image": (*state.Server).CurrentImage, "image_ref": (*state.Server).CurrentImage,
	"flavor":     func(s *state.Server) string { return s.Flavor.ID },
	"vm_state":   func(s *state.Server) string { return string(s.VMState) },
	"task_state": func(s *state.Server) string { return string(s.TaskState) },
	"user_id":    func(s *state.Server) string { return s.UserID },
	"uuid":       func(s *state.Server) string { return s.ID },
	"host":       func(s *state.Server) string { return s.Host },
	"tenant_id":  func(s *state.Server) string { return s.ProjectID },
	"project_id": func(s *state.Server) string { return s.ProjectID },
}

// matches are the filters by regular expression. Each answers the value and whether there is one: null matches nothing.
var matches = map[string]func(*state.Server) (string, bool){
	"access_ip_v4":        unlessEmpty(func(s *state.Server) string { return s.AccessIPv4 }),
	"access_ip_v6":        unlessEmpty(func(s *state.Server) string { return s.AccessIPv6 }),
	"auto_disk_config":    always(func(s *state.Server) string { return strconv.Itoa(truthNumber(s.DiskConfig == "AUTO")) }),
	"availability_zone":   unlessEmpty(func(s *state.Server) string { return s.Zone }),
	"config_drive":        always(func(s *state.Server) string { return s.ConfigDrive }),
	"created_at":          func(s *state.Server) (string, bool) { return timeText(&s.Created) },
	"display_description": func(s *state.Server) (string, bool) { return textOf(s.Description) },
	"display_name":        always(func(s *state.Server) string { return s.Name }),
	"hostname":            always(func(s *state.Server) string { return s.Hostname }),
	"kernel_id":           always(func(s *state.Server) string { return s.KernelID }),
	"key_name":            func(s *state.Server) (string, bool) { return textOf(s.KeyName) },
	"launch_index":        always(func(s *state.Server) string { return strconv.Itoa(s.LaunchIndex) }),
	"launched_at":         func(s *state.Server) (string, bool) { return timeText(s.Launched) },
	"locked_by":           unlessEmpty(func(s *state.Server) string { return s.LockedBy }),
	"name":                always(func(s *state.Server) string { return s.Name }),
	"node":                unlessEmpty(func(s *state.Server) string { return s.Node }),
	"power_state":         always(func(s *state.Server) string { return strconv.Itoa(s.PowerState) }),
	"progress":            always(func(s *state.Server) string { return strconv.Itoa(s.Progress) }),
	"ramdisk_id":          always(func(s *state.Server) string { return s.RamdiskID }),
	"reservation_id":      always(func(s *state.Server) string { return s.ReservationID }),
	"root_device_name":    unlessEmpty(func(s *state.Server) string { return s.RootDevice }),
	"terminated_at":       func(s *state.Server) (string, bool) { return timeText(s.Terminated) },
}

func always(value func(*state.Server) string) func(*state.Server) (string, bool) {
	return func(s *state.Server) (string, bool) { return value(s), true }
}

func unlessEmpty(value func(*state.Server) string) func(*state.Server) (string, bool) {
	return func(s *state.Server) (string, bool) { v := value(s); return v, v != "" }
}

func textOf(s *string) (string, bool) {
	if s == nil {
		return "", false
	}
	return *s, true
}

// timeText writes a time as the database of a real Nova shows it to a regular expression.
func timeText(t *time.Time) (string, bool) {
	if t == nil {
		return "", false
	}
	return t.UTC().Format(time.DateTime), true
}

// joined are tables that filters must not name: they would be asked with each server.
var joined = []string{
	"block_device_mapping", "services", "metadata", "system_metadata", "info_cache", "security_groups", "pci_devices",
}

// marked are the fields of the filters in equals by whose values servers are found without looking at all of them.
var marked = map[string]state.ServerField{
	"image": state.ServerImage, "image_ref": state.ServerImage, "flavor": state.ServerFlavor, "vm_state": state.ServerState,
	"user_id": state.ServerUser, "host": state.ServerHost,
	"tenant_id": state.ServerProject, "project_id": state.ServerProject,
}

// listFilterable refuses filters by tables that are joined, and by names that begin with an underscore.
func listFilterable(x *pipeline.Exchange) *pipeline.Fault {
	for _, key := range slices.Sorted(maps.Keys(x.Query)) {
		if (slices.Contains(joined, key) || strings.HasPrefix(key, "_")) && mayFilter(x, key) {
			return pipeline.BadRequest("Invalid filter field: %s.", key)
		}
	}
	return nil
}

// listFilters turns the query's filters into predicates. Of a filter that is repeated the last value counts.
func listFilters(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	for _, key := range slices.Sorted(maps.Keys(x.Query)) {
		if !mayFilter(x, key) {
			continue
		}
		want := record.LastQueryValue(x, key)
		if field := equals[key]; field != nil && !(isProject(key) && !w.allProjects) {
			if mark, known := marked[key]; known {
				w.narrow(mark, want)
			}
			if key == "uuid" {
				w.ids = []string{want}
			}
			// "" is no value: hosts and tasks that are not there are null, which nothing is equal to.
			w.keep = append(w.keep, func(s *state.Server) bool { return want != "" && field(s) == want })
		}
		if field := matches[key]; field != nil {
			if key == "access_ip_v6" {
				want = addresses.ShortestIPv6(want)
			}
			found := matcher(want)
			w.keep = append(w.keep, func(s *state.Server) bool {
				value, is := field(s)
				return is && found(value)
			})
		}
	}
	for _, more := range []func(*pipeline.Exchange, *listing) *pipeline.Fault{filterTags, filterLocked, filterAddresses} {
		if f := more(x, w); f != nil {
			return f
		}
	}
	return nil
}

// isProject tells whether a filter is by project; such filters apply only when servers of all projects are listed.
func isProject(key string) bool { return key == "tenant_id" || key == "project_id" }

// matcher finds an expression anywhere in a text; one that does not compile is taken literally. | stands for itself.
func matcher(expression string) func(string) bool {
	expression = strings.ReplaceAll(expression, "|", `\|`)
	if re, err := regexp.Compile("(?i)" + expression); err == nil {
		return re.MatchString
	}
	return func(s string) bool { return strings.Contains(s, expression) }
}

func filterTags(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	for _, f := range []struct {
		key  string
		test func(have, want []string) bool
	}{
		{"tags", hasAll},
		{"tags-any", hasAny},
		{"not-tags", func(have, want []string) bool { return !hasAll(have, want) }},
		{"not-tags-any", func(have, want []string) bool { return !hasAny(have, want) }},
	} {
		if text := record.LastQueryValue(x, f.key); text != "" {
			want := strings.Split(text, ",")
			switch f.key {
			case "tags":
				for _, tag := range want {
					w.narrow(state.ServerTag, tag)
				}
			case "tags-any":
				w.narrow(state.ServerTag, want...)
			}
			w.keep = append(w.keep, func(s *state.Server) bool { return f.test(s.Tags, want) })
		}
	}
	return nil
}

func hasAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(t string) bool { return !slices.Contains(have, t) })
}

func hasAny(have, want []string) bool {
	return slices.ContainsFunc(want, func(t string) bool { return slices.Contains(have, t) })
}

func filterLocked(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	if !x.Query.Has("locked") {
		return nil
	}
	text := record.LastQueryValue(x, "locked")
	want, ok := body.Boolean(text)
	if !ok {
		return notBoolean(text)
	}
	w.keep = append(w.keep, func(s *state.Server) bool { return s.Locked == want })
	return nil
}

// filterAddresses reads ip and ip6: regular expressions over the server's addresses of that IP version.
func filterAddresses(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	var wanted []func(string) bool
	for _, key := range []string{"ip", "ip6"} {
		if x.Query.Has(key) && mayFilter(x, key) {
			wanted = append(wanted, matcher(record.LastQueryValue(x, key)))
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	w.keep = append(w.keep, func(s *state.Server) bool {
		for _, id := range s.Ports {
			port := state.Ports.Get(x.Txn, id)
			if port == nil {
				continue
			}
			for _, ip := range port.FixedIPs {
				if slices.ContainsFunc(wanted, func(found func(string) bool) bool { return found(ip.Address) }) {
					return true
				}
			}
		}
		return false
	})
	return nil
}

func filterTimes(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	since, before, fault := record.ChangedPeriod(x)
	if fault != nil {
		return fault
	}
	w.keep = append(w.keep, func(s *state.Server) bool { return record.InPeriod(s.Updated, since, before) })
	return nil
}
