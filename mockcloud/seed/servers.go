package seed

import (
	"fmt"

	"plumbline/internal/mockcloud/state"
)

// servers inserts a server, or as many as Count says; each is active and has no ports.
func (p *planter) servers(s Seed, sv Server) {
	for i := range max(1, sv.Count) {
		name, id := sv.Name, sv.ID
		if sv.Count > 1 {
			name = fmt.Sprintf("%s-%d", sv.Name, i+1)
		}
		if i > 0 {
			id = ""
		}
		p.server(s, sv, idOf(id, "server", name), name, i)
	}
}

func (p *planter) server(s Seed, sv Server, id, name string, i int) {
	flavor := state.Flavors.Get(p.x, p.ids["flavor/"+sv.Flavor])
	image := state.Images.Get(p.x, p.ids["image/"+sv.Image])
	host := sv.Host
	if host == "" && len(s.Hosts) > 0 {
		host = s.Hosts[i%len(s.Hosts)].Name
	}
	launched := started
	server := &state.Server{
		ID: id, Serial: p.x.Next("servers"), Name: name, Hostname: name, ProjectID: p.ids["project/"+sv.Project], UserID: p.ids["user/"+sv.User],
		ReservationID: "r-seed", VMState: state.VMActive, PowerState: state.PowerRunning, Image: image.ID, ImageProperties: image.Properties,
		Flavor: flavor.Copy(), Host: host, Node: host, Zone: state.ZoneOf(p.x, host), DiskConfig: "MANUAL", RootDevice: "/dev/vda",
		Created: started, Updated: started, Launched: &launched,
	}
	if sv.Key != "" {
		pair := state.KeyPairs.Get(p.x, state.KeyPairID(server.UserID, sv.Key))
		server.KeyName, server.KeyData, server.KeyType = &pair.Name, pair.PublicKey, pair.Type
	}
	state.Servers.Insert(p.x, server)
	state.InstanceActions.Insert(p.x, &state.InstanceAction{
		Serial: p.x.Next("instance-actions"), ServerID: id, RequestID: "req-" + idOf("", "request", id), Action: "create",
		UserID: server.UserID, ProjectID: server.ProjectID, Start: started, Updated: started,
	})
}
