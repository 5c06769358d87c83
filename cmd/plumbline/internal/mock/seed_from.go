package mock

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/printable"
	"plumbline/internal/steps/inventory"
	"plumbline/internal/steps/session"
	"plumbline/mockcloud/seed"
)

// seedFrom prints a seed with what a real cloud lists to the user of an entry of clouds.yaml, and says on stderr what is not in it.
func seedFrom(ctx context.Context, s cli.Streams, cloud string) error {
	login, err := session.ReadNamedLogin(cloud, s.Env)
	if err != nil {
		return cli.Usage(fmt.Errorf("--seed-from: %w", err))
	}
	// What the cloud says is redacted, not the seed: its accounts have a password of the mock's own.
	all, err := inventory.Read(ctx, login, redact.New(), 0)
	if err != nil {
		return fmt.Errorf("--seed-from %s: %w", cloud, err)
	}
	copied := copying{notes: all.Missing}
	out := copied.seed(all).YAML()
	if _, err := seed.Parse(out); err != nil {
		return fmt.Errorf("--seed-from %s: the cloud lists what makes no seed: %w", cloud, err)
	}
	for _, note := range copied.notes {
		fmt.Fprintln(s.Err, "not in the seed:", printable.Line(note))
	}
	fmt.Fprintln(s.Err, "not in the seed: users (the built-in accounts work in these projects, with the password \"secret\"), servers, volumes, key pairs")
	_, err = s.Out.Write(out)
	return err
}

// copying turns an inventory into a seed.
type copying struct {
	// names of projects by their ids.
	names map[string]string
	own   string
	notes []string
}

func (c *copying) leaveOut(format string, args ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, args...))
}

// seed is the inventory with the built-in roles and accounts. Where the user may not see hosts, the built-in ones stay.
func (c *copying) seed(all *inventory.Inventory) seed.Seed {
	builtin := seed.Default()
	out := seed.Seed{Region: cmp.Or(all.Region, builtin.Region), Roles: builtin.Roles}
	c.names, c.own = map[string]string{}, all.Project.Name
	for _, p := range append(slices.Clone(all.Projects), all.Project) {
		c.project(&out, p)
	}
	c.accounts(&out, builtin)
	out.Hosts, out.Aggregates = c.hosts(all), c.aggregates(all)
	if len(out.Hosts) == 0 {
		out.Hosts, out.Aggregates = builtin.Hosts, nil
	}
	for _, f := range all.Flavors {
		swap, _ := f.Swap.(float64) // "" below 2.75 for none
		out.Flavors = append(out.Flavors, seed.Flavor{
			Name: f.Name, ID: f.ID, Description: f.Description, VCPUs: f.VCPUs, RAM: f.RAM, Disk: f.Disk, Ephemeral: f.Ephemeral,
			Swap: int(swap), ExtraSpecs: f.ExtraSpecs, Access: c.projects(f.IsPublic, f.Access),
		})
	}
	for _, i := range all.Images {
		out.Images = append(out.Images, seed.Image{
			Name: cmp.Or(i.Name, i.ID), ID: i.ID, Project: c.names[i.Owner], Status: i.Status, Visibility: i.Visibility,
			MinDisk: i.MinDisk, MinRAM: i.MinRAM, Properties: i.Properties,
		})
	}
	c.networks(&out, all)
	for _, v := range all.VolumeTypes {
		out.VolumeTypes = append(out.VolumeTypes, seed.VolumeType{
			Name: v.Name, ID: v.ID, Description: v.Description, Default: v.IsDefault, ExtraSpecs: v.ExtraSpecs,
			Access: c.projects(v.IsPublic, v.Access),
		})
	}
	return out
}

// project takes a project once. The mock has one domain, where names are unique.
func (c *copying) project(out *seed.Seed, p inventory.Project) {
	if p.ID == "" || c.names[p.ID] != "" {
		return
	}
	name := p.Name
	if slices.ContainsFunc(out.Projects, func(known seed.Project) bool { return known.Name == name }) {
		name += "-" + p.ID[:min(8, len(p.ID))]
		c.leaveOut("the name of project %s: another domain has one of that name; it is %s here", p.ID, name)
	}
	c.names[p.ID] = name
	out.Projects = append(out.Projects, seed.Project{Name: name, ID: p.ID, Description: p.Description})
}

// accounts are the built-in ones, which also have their roles of the project demo in the user's own project.
func (c *copying) accounts(out *seed.Seed, builtin seed.Seed) {
	for _, p := range builtin.Projects {
		if !slices.ContainsFunc(out.Projects, func(known seed.Project) bool { return known.Name == p.Name }) {
			out.Projects = append(out.Projects, p)
		}
	}
	for _, u := range builtin.Users {
		if roles := u.Roles["demo"]; roles != nil && c.own != "" && u.Roles[c.own] == nil {
			u.Roles[c.own] = roles
		}
		out.Users = append(out.Users, u)
	}
}

// projects are the names of those that may use a private thing: none for a public one.
func (c *copying) projects(public bool, ids []string) []string {
	if public {
		return nil
	}
	var out []string
	for _, id := range ids {
		if name := c.names[id]; name != "" {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		out = []string{c.own}
	}
	return out
}

// hosts are the compute hosts; of several nodes behind one host (bare metal) the first.
func (c *copying) hosts(all *inventory.Inventory) []seed.Host {
	var out []seed.Host
	for _, h := range all.Hosts {
		if slices.ContainsFunc(out, func(known seed.Host) bool { return known.Name == h.Name }) {
			c.leaveOut("node %s: host %s has another one already", h.Node, h.Name)
			continue
		}
		host := seed.Host{Name: h.Name, VCPUs: h.VCPUs, RAM: h.RAM, Disk: h.Disk, Disabled: h.IsDisabled, Down: h.IsDown}
		if h.Node != h.Name {
			host.Node = h.Node
		}
		out = append(out, host)
	}
	return out
}

func (c *copying) aggregates(all *inventory.Inventory) []seed.Aggregate {
	var out []seed.Aggregate
	for _, a := range all.Aggregates {
		hosts := slices.DeleteFunc(slices.Clone(a.Hosts), func(name string) bool {
			return !slices.ContainsFunc(all.Hosts, func(h inventory.Host) bool { return h.Name == name })
		})
		out = append(out, seed.Aggregate{Name: a.Name, Hosts: hosts, Metadata: a.Metadata})
	}
	return out
}

// networks takes networks of projects that are not listed for the user's own. Routers name networks and subnets by their ids.
func (c *copying) networks(out *seed.Seed, all *inventory.Inventory) {
	gateways, subnets := map[string]bool{}, map[string]bool{}
	for _, n := range all.Networks {
		network := seed.Network{
			Name: cmp.Or(n.Name, n.ID), ID: n.ID, Project: cmp.Or(c.names[n.ProjectID], c.own), Shared: n.IsShared, External: n.External,
		}
		for _, s := range n.Subnets {
			network.Subnets = append(network.Subnets, seed.Subnet{Name: s.Name, ID: s.ID, CIDR: s.CIDR, Gateway: s.Gateway})
			subnets[s.ID] = s.Gateway != ""
		}
		gateways[n.ID] = len(n.Subnets) > 0
		out.Networks = append(out.Networks, network)
	}
	for _, r := range all.Routers {
		router := seed.Router{Name: cmp.Or(r.Name, r.ID), ID: r.ID, Project: cmp.Or(c.names[r.ProjectID], c.own)}
		if gateways[r.Gateway] {
			router.Gateway, router.Address = r.Gateway, r.Address
		} else if r.Gateway != "" {
			c.leaveOut("the gateway of router %s: its network has no subnet that this user sees", router.Name)
		}
		for _, id := range r.Subnets {
			if subnets[id] {
				router.Subnets = append(router.Subnets, id)
			} else {
				c.leaveOut("the interface of router %s in subnet %s: it has no gateway address that this user sees", router.Name, id)
			}
		}
		out.Routers = append(out.Routers, router)
	}
}
