package seed

import (
	"cmp"
	"crypto/md5" //nolint:gosec // the image service's checksum is MD5
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/state"
)

// defaultDomain is the id of the domain of all seeded projects and users.
const defaultDomain = "default"

// started is the creation time of everything in the seed: a fixed time, so that the same seed makes the same cloud.
var started = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// space is the namespace of ids that are computed from names.
var space = uuid.MustParse("6f1d0c5e-64d0-4cf0-9d0e-5b6d2b1f9c11")

func idOf(given, kind, name string) string {
	if given != "" {
		return given
	}
	return uuid.NewSHA1(space, []byte(kind+"/"+name)).String()
}

func hexOf(given, kind, name string) string {
	return strings.ReplaceAll(idOf(given, kind, name), "-", "")
}

// planter inserts records and remembers ids by kind and name.
type planter struct {
	x   *state.Txn
	ids map[string]string
}

// named remembers an id, for others that refer to it by name or by the id itself.
func (p *planter) named(kind, name, id string) { p.ids[kind+"/"+name], p.ids[kind+"/"+id] = id, id }

// Plant inserts everything in the seed in the transaction. now is the time at which tokens are issued.
func (s Seed) Plant(x *state.Txn, now time.Time) error {
	if err := s.check(); err != nil {
		return err
	}
	p := &planter{x: x, ids: map[string]string{}}
	p.plantUsers(s)
	p.hosts(s)
	p.plantResources(s)
	p.networks(s)
	for _, r := range s.Routers {
		p.router(r)
	}
	p.volumes(s)
	for _, sv := range s.Servers {
		p.servers(s, sv)
	}
	p.plantTokens(s, now)
	return nil
}

func (p *planter) plantUsers(s Seed) {
	state.Domains.Insert(p.x, &state.Domain{ID: defaultDomain, Name: "Default", Description: "The default domain", Enabled: true})
	for _, r := range s.Roles {
		p.ids["role/"+r.Name] = hexOf(r.ID, "role", r.Name)
	}
	for _, r := range s.Roles {
		role := &state.Role{ID: p.ids["role/"+r.Name], Name: r.Name}
		for _, i := range r.Implies {
			role.Implies = append(role.Implies, p.ids["role/"+i])
		}
		state.Roles.Insert(p.x, role)
	}
	for _, pr := range s.Projects {
		id := hexOf(pr.ID, "project", pr.Name)
		p.ids["project/"+pr.Name] = id
		state.Projects.Insert(p.x, &state.Project{
			ID: id, Name: pr.Name, Description: pr.Description, DomainID: defaultDomain, ParentID: defaultDomain, Enabled: true,
		})
		p.defaultGroup(id)
	}
	for _, u := range s.Users {
		id := hexOf(u.ID, "user", u.Name)
		p.ids["user/"+u.Name] = id
		state.Users.Insert(p.x, &state.User{ID: id, Name: u.Name, DomainID: defaultDomain, Enabled: true, Password: u.Password})
		for project, roles := range u.Roles {
			for _, r := range roles {
				state.Assignments.Insert(p.x, &state.Assignment{UserID: id, RoleID: p.ids["role/"+r], ProjectID: p.ids["project/"+project]})
			}
		}
		for _, r := range u.System {
			state.Assignments.Insert(p.x, &state.Assignment{UserID: id, RoleID: p.ids["role/"+r], System: true})
		}
	}
	for _, k := range s.KeyPairs {
		state.KeyPairs.Insert(p.x, &state.KeyPair{
			Serial: p.x.Next("keypairs"), UserID: p.ids["user/"+k.User], Name: k.Name, Type: "ssh",
			PublicKey: k.PublicKey, Fingerprint: k.Fingerprint, Created: started,
		})
	}
}

func (p *planter) hosts(s Seed) {
	zones := map[string][]string{}
	var order []string
	for _, h := range s.Hosts {
		state.Hosts.Insert(p.x, &state.Host{
			Name: h.Name, Node: cmp.Or(h.Node, h.Name), HypervisorID: idOf("", "hypervisor", h.Name), ServiceID: idOf("", "compute service", h.Name),
			Serial: p.x.Next("hosts"), HypervisorType: "fake", VCPUs: h.VCPUs, RAM: h.RAM, Disk: h.Disk, Traits: slices.Concat(state.HostTraits,
				h.Traits),
			Disabled: h.Disabled, Down: h.Down, Started: started,
		})
		if h.Zone == "" {
			continue
		}
		if zones[h.Zone] == nil {
			order = append(order, h.Zone)
		}
		zones[h.Zone] = append(zones[h.Zone], h.Name)
	}
	for _, z := range order {
		p.aggregate(z, zones[z], map[string]string{"availability_zone": z})
	}
	for _, a := range s.Aggregates {
		p.aggregate(a.Name, a.Hosts, a.Metadata)
	}
}

func (p *planter) aggregate(name string, hosts []string, metadata map[string]string) {
	if metadata == nil {
		metadata = map[string]string{}
	}
	state.Aggregates.Insert(p.x, &state.Aggregate{
		ID: fmt.Sprint(p.x.Next("aggregates")), UUID: idOf("", "aggregate", name), Name: name, Hosts: hosts, Metadata: metadata, Created: started,
	})
}

func (p *planter) plantResources(s Seed) {
	for _, f := range s.Flavors {
		id := idOf(f.ID, "flavor", f.Name)
		p.named("flavor", f.Name, id)
		flavor := &state.Flavor{
			ID: id, Serial: p.x.Next("flavors"), Name: f.Name, RAM: f.RAM, VCPUs: f.VCPUs, Disk: f.Disk, Ephemeral: f.Ephemeral,
			Swap: f.Swap, RXTXFactor: 1, Public: len(f.Access) == 0, ExtraSpecs: f.ExtraSpecs,
		}
		if f.Description != "" {
			flavor.Description = &f.Description
		}
		for _, project := range f.Access {
			flavor.Access = append(flavor.Access, p.ids["project/"+project])
		}
		state.Flavors.Insert(p.x, flavor)
	}
	for _, i := range s.Images {
		p.image(i, s)
	}
}

func (p *planter) image(i Image, s Seed) {
	id := idOf(i.ID, "image", i.Name)
	p.named("image", i.Name, id)
	data := []byte(strings.Repeat("the data of "+i.Name+"\n", 8))
	size := int64(len(data))
	md, sha := md5.Sum(data), sha512.Sum512(data) //nolint:gosec // as above
	disk, container := "qcow2", "bare"
	image := &state.Image{
		ID: id, Serial: p.x.Next("images"), Name: &i.Name, Status: i.Status, Visibility: i.Visibility, Owner: p.ids["project/"+i.Project],
		Size: &size, Checksum: hex.EncodeToString(md[:]), HashAlgo: "sha512", Hash: hex.EncodeToString(sha[:]),
		DiskFormat: &disk, ContainerFormat: &container, MinDisk: i.MinDisk, MinRAM: i.MinRAM, Properties: i.Properties,
		Tags: []string{}, Data: data, Created: started, Updated: started,
	}
	if image.Status == "" {
		image.Status = "active"
	}
	if image.Visibility == "" {
		image.Visibility = "public"
	}
	if image.Owner == "" && len(s.Projects) > 0 {
		image.Owner = p.ids["project/"+s.Projects[0].Name]
	}
	state.Images.Insert(p.x, image)
}

func (p *planter) networks(s Seed) {
	for _, n := range s.Networks {
		id, project := idOf(n.ID, "network", n.Name), p.ids["project/"+n.Project]
		p.named("network", n.Name, id)
		network := &state.Network{Name: n.Name, AdminUp: true, MTU: 1500}
		network.Shared, network.External = n.Shared, n.External
		stamp(&network.Standard, id, project)
		state.Networks.Insert(p.x, network)
		p.shared(network)
		for _, sub := range n.Subnets {
			version := 4
			if strings.Contains(sub.CIDR, ":") {
				version = 6
			}
			subnet := &state.Subnet{
				Name: sub.Name, NetworkID: id, CIDR: sub.CIDR, Gateway: sub.Gateway, IPVersion: version, DHCP: true,
			}
			stamp(&subnet.Standard, idOf(sub.ID, "subnet", n.Name+"/"+sub.Name), project)
			state.Subnets.Insert(p.x, subnet)
			p.named("subnet", sub.Name, subnet.ID)
		}
	}
}

// shared makes the RBAC policies that share a network with all projects.
func (p *planter) shared(n *state.Network) {
	for action, on := range map[string]bool{"access_as_shared": n.Shared, "access_as_external": n.External} {
		if on {
			r := &state.RBACPolicy{Type: "network", Object: n.ID, Target: "*", Action: action}
			r.ID, r.ProjectID, r.TenantID = idOf("", action, n.ID), n.ProjectID, n.ProjectID
			state.RBACPolicies.Insert(p.x, r)
		}
	}
}

func (p *planter) router(r Router) {
	router := &state.Router{Name: r.Name, AdminUp: true}
	stamp(&router.Standard, idOf(r.ID, "router", r.Name), p.ids["project/"+r.Project])
	if r.Gateway != "" {
		snat, network := true, p.ids["network/"+r.Gateway]
		at := []state.FixedIP{{SubnetID: state.Subnets.FirstByKey(p.x, "network", network).ID, Address: r.Address}}
		router.Gateway = &state.Gateway{NetworkID: network, SNAT: &snat, FixedIPs: at}
		router.PortID = p.port(router.ID, "network:router_gateway", "", network, at)
	}
	for _, name := range r.Subnets {
		subnet := state.Subnets.Get(p.x, p.ids["subnet/"+name])
		at := []state.FixedIP{{SubnetID: subnet.ID, Address: subnet.Gateway}}
		p.port(router.ID, "network:router_interface", router.ProjectID, subnet.NetworkID, at)
	}
	state.Routers.Insert(p.x, router)
}

// port is a port that the network service made for a resource of its own. Its MAC address is computed from its id.
func (p *planter) port(device, owner, project, network string, at []state.FixedIP) string {
	port := &state.Port{
		NetworkID: network, DeviceID: device, DeviceOwner: owner, FixedIPs: at, Status: "ACTIVE", AdminUp: true, Open: true,
	}
	stamp(&port.Standard, idOf("", owner, device+"/"+network), project)
	port.MAC = "fa:16:3e:" + port.ID[0:2] + ":" + port.ID[2:4] + ":" + port.ID[4:6]
	state.Ports.Insert(p.x, port)
	return port.ID
}

// stamp sets the id, owner and times of a resource of the network service that exists from the start.
func stamp(s *state.Standard, id, project string) {
	s.ID, s.ProjectID, s.TenantID, s.Created, s.Updated, s.Revision = id, project, project, started, started, 1
}

// defaultGroup makes a project's default security group.
func (p *planter) defaultGroup(project string) {
	group := &state.SecurityGroup{Name: "default"}
	stamp(&group.Standard, idOf("", "security group", project), project)
	group.Description = "Default security group"
	state.SecurityGroups.Insert(p.x, group)
	for _, r := range state.FirstRules(p.x, group) {
		state.SecurityGroupRules.Insert(p.x, r)
	}
}

func (p *planter) plantTokens(s Seed, now time.Time) {
	for _, t := range s.Tokens {
		token := &state.Token{
			ID: t.ID, UserID: p.ids["user/"+t.User], Methods: []string{"password"}, ProjectID: p.ids["project/"+t.Project],
			System: t.System, Issued: now, Expires: now.AddDate(10, 0, 0), AuditIDs: []string{"seed"},
		}
		state.Tokens.Insert(p.x, token)
	}
}
