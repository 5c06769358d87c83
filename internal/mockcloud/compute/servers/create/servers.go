package create

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// createServers creates the requested servers: in BUILD, on no host yet.
func createServers(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.password = record.Password(x, w.Request.Server.AdminPass)
	reservation := "r-" + x.Env.IDs.Hex()[:8]
	for i := range w.most {
		s := w.server(x, reservation, i)
		if w.first == nil {
			w.first = s
		}
		state.Servers.Insert(x.Txn, s)
		record.ActionBegan(x, s.ID, "create")
		host, node := w.destination()
		x.Schedule(workBuild, s.ID, build{Nics: w.nics, Groups: w.groups, Force: w.force, Host: host, Node: node})
	}
	return nil
}

func (w *creation) server(x *pipeline.Exchange, reservation string, index int) *state.Server {
	now, r := x.Now(), &w.Request.Server
	s := &state.Server{
		ID: w.id(x, index), Serial: x.Txn.Next("servers"), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		ReservationID: reservation, LaunchIndex: index, VMState: state.VMBuilding, TaskState: state.TaskScheduling,
		PowerState: state.PowerNone, BlockDevices: w.blockDevices(x),
		Flavor: w.flavor.Copy(), PinnedZone: w.zone, SchedulerHints: w.hints, Metadata: map[string]string{},
		Tags: unique(r.Tags), TrustedCerts: r.Certificates,
		DiskConfig: "MANUAL", AdminPass: w.password, Created: now, Updated: now,
	}
	if w.zone != nil {
		s.Zone = *w.zone
	}
	if w.group != nil {
		s.ServerGroups = []string{w.group.ID}
	}
	if w.image != nil {
		s.ImageProperties = images.KeptProperties(w.image, s.Flavor)
	}
	if r.Image != "" {
		s.Image = w.image.ID
	}
	r.Name.Set(&s.Name)
	if w.most > 1 {
		s.Name = fmt.Sprintf("%s-%d", s.Name, index+1)
	}
	s.Hostname = HostName(s.Name, s.ID)
	r.Hostname.Set(&s.Hostname)
	w.describe(x, s)
	r.AccessIPv4.Set(&s.AccessIPv4)
	record.SetIPv6(&s.AccessIPv6, r.AccessIPv6)
	r.DiskConfig.Set(&s.DiskConfig)
	r.UserData.SetOrClear(&s.UserData)
	r.Metadata.Set(&s.Metadata)
	if r.ConfigDrive {
		s.ConfigDrive = "True"
	}
	if w.key != nil {
		name := w.key.Name
		s.KeyName, s.KeyData, s.KeyType = &name, w.key.PublicKey, w.key.Type
	}
	return s
}

func (w *creation) id(x *pipeline.Exchange, index int) string {
	if index == 0 && w.firstID != "" {
		return w.firstID
	}
	return x.Env.IDs.UUID()
}

// blockDevices are the disks of one server that are volumes, existing or to be created.
func (w *creation) blockDevices(x *pipeline.Exchange) (out []state.BlockDevice) {
	for _, d := range w.disks {
		if d.Destination == "volume" || d.Source == "volume" {
			d.ID, d.Destination = x.Env.IDs.UUID(), "volume"
			out = append(out, d)
		}
	}
	return out
}

// describe sets the description: the given one; before the microversion of descriptions (2.19), the name.
func (w *creation) describe(x *pipeline.Exchange, s *state.Server) {
	if x.Version.Less(descriptions) {
		name := s.Name
		s.Description = &name
		return
	}
	w.Request.Server.Description.SetOrClear(&s.Description)
}

func unique(values []string) (out []string) {
	if len(values) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for _, v := range values {
		if !seen[v] {
			out = append(out, v)
		}
		seen[v] = true
	}
	return out
}

// dashes matches the characters that become a hyphen in a host name.
var dashes = regexp.MustCompile(`[ _.]`)

// isSimpleName tells whether a name is made of lower-case letters and digits.
func isSimpleName(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// mostHostName is the longest host name that is made from a server's name (characters).
const mostHostName = 63

// HostName makes a host name from a server's name: lower case; blanks, underscores and dots become hyphens; only letters, digits and
// hyphens, with no hyphen at either end. If nothing is left of the name it is "Server-<id>".
func HostName(name, id string) string {
	if len(name) <= mostHostName && isSimpleName(name) {
		return name
	}
	dashed := dashes.ReplaceAllString(strings.TrimRight(name, "."), "-")
	kept := strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, dashed)
	kept = strings.Trim(kept, "-")
	if kept == "" {
		return "Server-" + id
	}
	if runes := []rune(kept); len(runes) > mostHostName {
		kept = string(runes[:mostHostName])
	}
	return kept
}
