package servers

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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

// equals are the filters that compare the whole value, matches the filters by regular expression.
var (
	equals = map[string]func(*state.Server) string{
		"image": (*state.Server).CurrentImage, "image_ref": (*state.Server).CurrentImage,
		"flavor":   func(s *state.Server) string { return s.Flavor.ID },
		"vm_state": func(s *state.Server) string { return string(s.VMState) }, "task_state": func(s *state.Server) string {
			return string(s.TaskState)
		},
		"power_state": func(s *state.Server) string { return strconv.Itoa(s.PowerState) },
		"progress":    func(s *state.Server) string { return strconv.Itoa(s.Progress) },
		"user_id":     func(s *state.Server) string { return s.UserID }, "uuid": func(s *state.Server) string { return s.ID },
		"host": func(s *state.Server) string { return s.Host }, "key_name": func(s *state.Server) string { return textOrEmpty(s.KeyName) },
		"launch_index": func(s *state.Server) string { return strconv.Itoa(s.LaunchIndex) },
		"config_drive": func(s *state.Server) string { return s.ConfigDrive },
		"created_at":   func(s *state.Server) string { return record.FormatZulu(s.Created) },
		"launched_at": func(s *state.Server) string {
			if s.Launched == nil {
				return ""
			}
			return record.FormatZulu(*s.Launched)
		},
		"terminated_at": func(*state.Server) string { return "" },
		"tenant_id":     func(s *state.Server) string { return s.ProjectID }, "project_id": func(s *state.Server) string { return s.ProjectID },
	}
	matches = map[string]func(*state.Server) string{
		"name": func(s *state.Server) string { return s.Name }, "display_name": func(s *state.Server) string { return s.Name },
		"hostname": func(s *state.Server) string { return s.Hostname }, "node": func(s *state.Server) string { return s.Node },
		"availability_zone": func(s *state.Server) string { return s.Zone },
		"reservation_id":    func(s *state.Server) string { return s.ReservationID },
		"description":       func(s *state.Server) string { return textOrEmpty(s.Description) },
		"access_ip_v4":      func(s *state.Server) string { return s.AccessIPv4 }, "access_ip_v6": func(
			s *state.Server,
		) string {
			return s.AccessIPv6
		},
	}
)

// marked are the fields of the filters in equals by whose values servers are found without looking at all of them.
var marked = map[string]state.ServerField{
	"image": state.ServerImage, "image_ref": state.ServerImage, "flavor": state.ServerFlavor, "vm_state": state.ServerState,
	"user_id": state.ServerUser, "host": state.ServerHost, "key_name": state.ServerKey,
	"tenant_id": state.ServerProject, "project_id": state.ServerProject,
}

func textOrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// listFilters turns the query's filters into predicates.
func listFilters(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	for _, key := range slices.Sorted(maps.Keys(x.Query)) {
		if !mayFilter(x, key) {
			continue
		}
		values := x.Query[key]
		if field := equals[key]; field != nil && !(isProject(key) && !w.allProjects) {
			if mark, known := marked[key]; known {
				w.narrow(mark, values...)
			}
			if key == "uuid" {
				w.ids = values
			}
			w.keep = append(w.keep, func(s *state.Server) bool { return slices.Contains(values, field(s)) })
		}
		if field := matches[key]; field != nil {
			w.keep = append(w.keep, matchesAny(values, field))
		}
	}
	for _, more := range []func(*pipeline.Exchange, *listing) *pipeline.Fault{filterTags, filterLocked, filterAddresses, filterTimes} {
		if f := more(x, w); f != nil {
			return f
		}
	}
	return nil
}

// isProject tells whether a filter is by project; such filters apply only when servers of all projects are listed.
func isProject(key string) bool { return key == "tenant_id" || key == "project_id" }

// matchesAny matches if one of the expressions is found anywhere in the field; an expression that does not compile is taken
// literally.
func matchesAny(values []string, field func(*state.Server) string) func(*state.Server) bool {
	var found []func(string) bool
	for _, v := range values {
		if re, err := regexp.Compile("(?i)" + v); err == nil {
			found = append(found, re.MatchString)
		} else {
			found = append(found, func(s string) bool { return strings.Contains(s, v) })
		}
	}
	return func(s *state.Server) bool {
		return slices.ContainsFunc(found, func(f func(string) bool) bool { return f(field(s)) })
	}
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
		if text := x.Query.Get(f.key); text != "" {
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
	text := x.Query.Get("locked")
	if text == "" {
		return nil
	}
	want, ok := body.Boolean(text)
	if !ok {
		return notBoolean(text)
	}
	w.keep = append(w.keep, func(s *state.Server) bool { return s.Locked == want })
	return nil
}

// filterAddresses reads ip and ip6: regular expressions over the server's addresses of that IP version.
func filterAddresses(x *pipeline.Exchange, w *listing) *pipeline.Fault {
	var wanted []string
	for _, key := range []string{"ip", "ip6"} {
		if mayFilter(x, key) {
			wanted = append(wanted, x.Query[key]...)
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
				if matchesAny(wanted, func(*state.Server) string { return ip.Address })(s) {
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
