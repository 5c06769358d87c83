package compute

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// createServers makes the servers that were asked for: in BUILD, on no host yet.
func createServers(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	w.password = password(x, w.body)
	reservation := "r-" + x.Env.IDs.Hex()[:8]
	for i := range w.most {
		s := w.server(x, reservation, i)
		if w.first == nil {
			w.first = s
		}
		state.Servers.Insert(x.Txn, s)
		began(x, s.ID, "create")
		host, node := w.destination()
		x.Later(workBuild, s.ID, build{Nics: w.nics, Groups: w.groups, Force: w.force, Host: host, Node: node})
	}
	return nil
}

func (w *creation) server(x *pipeline.Exchange, reservation string, index int) *state.Server {
	now := x.Now()
	s := &state.Server{
		ID: w.id(x, index), Serial: x.Txn.Next("servers"), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID,
		ReservationID: reservation, LaunchIndex: index, VMState: state.VMBuilding, TaskState: state.TaskScheduling,
		PowerState: state.PowerNone, BlockDevices: w.blockDevices(x),
		Flavor: w.flavor.Copy(), PinnedZone: w.zone, SchedulerHints: w.hints, Metadata: map[string]string{},
		Tags: unique(stringsOf(w.body["tags"])), TrustedCerts: stringsOf(w.body["trusted_image_certificates"]),
		DiskConfig: "MANUAL", AdminPass: w.password, Created: now, Updated: now,
	}
	if w.image != nil {
		s.ImageProperties = imageProperties(w.image, s.Flavor)
	}
	if given, _ := w.body["imageRef"].(string); given != "" {
		s.Image = w.image.ID
	}
	setText(w.body, "name", &s.Name)
	if w.most > 1 {
		s.Name = fmt.Sprintf("%s-%d", s.Name, index+1)
	}
	s.Hostname = HostName(s.Name, s.ID)
	setText(w.body, "hostname", &s.Hostname)
	w.describe(x, s)
	setText(w.body, "accessIPv4", &s.AccessIPv4)
	setText(w.body, "accessIPv6", &s.AccessIPv6)
	setText(w.body, "OS-DCF:diskConfig", &s.DiskConfig)
	setTextOrNull(w.body, "user_data", &s.UserData)
	if m, ok := w.body["metadata"].(map[string]any); ok {
		s.Metadata = textsOf(m)
	}
	if truth(w.body["config_drive"]) {
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

// blockDevices are the disks of one server: those that are volumes, or are to be.
func (w *creation) blockDevices(x *pipeline.Exchange) (out []state.BlockDevice) {
	for _, d := range w.disks {
		if d.Destination == "volume" || d.Source == "volume" {
			d.ID, d.Destination = x.Env.IDs.UUID(), "volume"
			out = append(out, d)
		}
	}
	return out
}

// describe gives the description: the given one; before descriptions could be given, the name (2.19).
func (w *creation) describe(x *pipeline.Exchange, s *state.Server) {
	if x.Version.Less(descriptions) {
		name := s.Name
		s.Description = &name
		return
	}
	setTextOrNull(w.body, "description", &s.Description)
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

// dashes are what becomes a hyphen in a host name.
var dashes = regexp.MustCompile(`[ _.]`)

// usual tells whether a name is made of lower-case letters and digits.
func usual(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// mostHostName is how long a host name made from a name may be.
const mostHostName = 63

// HostName makes a host name from a server's name: lower case, blanks, underscores and dots as hyphens,
// letters, digits and hyphens only, none of the latter at either end. A name of which nothing is left
// gives "Server-<id>".
func HostName(name, id string) string {
	if len(name) <= mostHostName && usual(name) {
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
