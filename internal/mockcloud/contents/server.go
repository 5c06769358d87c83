package contents

import (
	"maps"
	"slices"
	"time"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/servers/guest"
	"plumbline/internal/mockcloud/state"
)

// ServerDetail is a server with what its panel shows besides the list.
type ServerDetail struct {
	serverView
	User     string     `json:"user"`
	Created  time.Time  `json:"created"`
	Launched *time.Time `json:"launched,omitempty"`
	Hostname string     `json:"hostname,omitempty"`
	Image    *named     `json:"image,omitempty"` // nil: it boots from a volume
	Flavor   flavorView `json:"flavor"`
	Key      *keyView   `json:"key,omitempty"`
	// Addresses are by network, floating ones behind the fixed ones.
	Addresses      []networkAddresses `json:"addresses"`
	SecurityGroups []string           `json:"security_groups,omitempty"`
	Volumes        []diskView         `json:"volumes,omitempty"`
	Metadata       map[string]string  `json:"metadata,omitempty"`
	Tags           []string           `json:"tags,omitempty"`
	// Console is what the server has written to its console, nil for a server on no host.
	Console *string `json:"console,omitempty"`
}

// named is a record of another kind. Name is "" where it has none, or is not there any more.
type named struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// flavorView is the flavor that a server has; RAM and Swap in MiB, Disk and Ephemeral in GiB.
type flavorView struct {
	named
	VCPUs      int               `json:"vcpus"`
	RAM        int               `json:"ram"`
	Disk       int               `json:"disk"`
	Ephemeral  int               `json:"ephemeral,omitempty"`
	Swap       int               `json:"swap,omitempty"`
	ExtraSpecs map[string]string `json:"extra_specs,omitempty"`
}

// keyView is a key as the server has it; the user may have deleted it since. Fingerprint is "" then.
type keyView struct {
	Name        string `json:"name"`
	Type        string `json:"type,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

type networkAddresses struct {
	Network   string          `json:"network"`
	Addresses []ports.Address `json:"addresses"`
}

type diskView struct {
	named
	Device string `json:"device,omitempty"`
}

// Server shows a server, nil when there is none.
func (l *Look) Server(id string) *ServerDetail {
	s := state.Servers.Get(l.txn, id)
	if s == nil || s.VMState == state.VMDeleted {
		return nil
	}
	f := s.Flavor
	out := &ServerDetail{
		serverView: l.server(s), User: s.UserID, Created: s.Created, Launched: s.Launched, Hostname: s.Hostname,
		Flavor:    flavorView{named{f.ID, f.Name}, f.VCPUs, f.RAM, f.Disk, f.Ephemeral, f.Swap, f.ExtraSpecs},
		Addresses: []networkAddresses{}, SecurityGroups: ports.GroupNames(l.txn, s), Volumes: l.disks(s), Metadata: s.Metadata, Tags: s.Tags,
	}
	if u := state.Users.Get(l.txn, s.UserID); u != nil {
		out.User = u.Name
	}
	if id := s.CurrentImage(); id != "" {
		out.Image = &named{ID: id}
		if i := state.Images.Get(l.txn, id); i != nil {
			out.Image.Name = textOf(i.Name)
		}
	}
	if s.KeyName != nil {
		out.Key = &keyView{Name: *s.KeyName, Type: s.KeyType}
		if k := state.KeyPairs.Get(l.txn, state.KeyPairID(s.UserID, *s.KeyName)); k != nil && k.PublicKey == s.KeyData {
			out.Key.Fingerprint = k.Fingerprint
		}
	}
	byNetwork := ports.Addresses(l.txn, s)
	for _, network := range slices.Sorted(maps.Keys(byNetwork)) {
		out.Addresses = append(out.Addresses, networkAddresses{network, byNetwork[network]})
	}
	if text, has := guest.Console(s); has {
		out.Console = &text
	}
	return out
}

// disks are the volumes of a server, in the order of attachment.
func (l *Look) disks(s *state.Server) (out []diskView) {
	for _, d := range s.Volumes() {
		disk := diskView{named: named{ID: d.VolumeID}, Device: d.Device}
		if v := state.Volumes.Get(l.txn, d.VolumeID); v != nil {
			disk.Name = textOf(v.Name)
		}
		out = append(out, disk)
	}
	return out
}
