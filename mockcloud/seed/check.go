package seed

import (
	"fmt"
	"net/netip"
)

// check answers the first error: a name that is missing, duplicate or unknown.
func (s *Seed) check() error {
	c := checker{known: map[string]bool{}, several: map[string]bool{}}
	for _, r := range s.Roles {
		c.define("role", r.Name)
	}
	for _, p := range s.Projects {
		c.define("project", p.Name)
	}
	for _, h := range s.Hosts {
		c.define("host", h.Name)
	}
	for _, f := range s.Flavors {
		c.defineByID("flavor", f.Name, f.ID)
		for _, p := range f.Access {
			c.use("project", p, "flavor "+f.Name)
		}
	}
	for _, i := range s.Images {
		c.defineByID("image", i.Name, i.ID)
		c.maybe("project", i.Project, "image "+i.Name)
	}
	s.checkPeople(&c)
	s.checkVolumes(&c)
	for _, a := range s.Aggregates {
		c.define("aggregate", a.Name)
		for _, h := range a.Hosts {
			c.use("host", h, "aggregate "+a.Name)
		}
	}
	for _, n := range s.Networks {
		c.defineByID("network", n.Name, n.ID)
		c.use("project", n.Project, "network "+n.Name)
		for _, sub := range n.Subnets {
			if sub.Name != "" || sub.ID != "" {
				c.defineByID("subnet", sub.Name, sub.ID)
			}
			if _, err := netip.ParsePrefix(sub.CIDR); err != nil {
				c.fail("network %s: cidr %q is not a range of addresses", n.Name, sub.CIDR)
			}
		}
	}
	for _, r := range s.Routers {
		c.use("project", r.Project, "router "+r.Name)
		if r.Gateway != "" {
			c.use("network", r.Gateway, "router "+r.Name)
			if n := s.network(r.Gateway); n != nil && len(n.Subnets) == 0 {
				c.fail("router %s: its external network %s has no subnet", r.Name, r.Gateway)
			}
			if _, err := netip.ParseAddr(r.Address); err != nil {
				c.fail("router %s: address %q is none", r.Name, r.Address)
			}
		}
		for _, sub := range r.Subnets {
			c.use("subnet", sub, "router "+r.Name)
		}
	}
	for _, sv := range s.Servers {
		what := "server " + sv.Name
		c.define("server", sv.Name)
		c.use("project", sv.Project, what)
		c.use("user", sv.User, what)
		c.use("flavor", sv.Flavor, what)
		c.use("image", sv.Image, what)
		c.maybe("host", sv.Host, what)
		c.maybe("key pair of "+sv.User, sv.Key, what)
	}
	return c.err
}

// network is the network with a name or an id.
func (s *Seed) network(named string) *Network {
	for i := range s.Networks {
		if n := &s.Networks[i]; n.Name == named || n.ID == named {
			return n
		}
	}
	return nil
}

func (s *Seed) checkPeople(c *checker) {
	for _, r := range s.Roles {
		for _, i := range r.Implies {
			c.use("role", i, "role "+r.Name)
		}
	}
	for _, u := range s.Users {
		c.define("user", u.Name)
		for p, roles := range u.Roles {
			c.use("project", p, "user "+u.Name)
			for _, r := range roles {
				c.use("role", r, "user "+u.Name)
			}
		}
		for _, r := range u.System {
			c.use("role", r, "user "+u.Name)
		}
	}
	for _, k := range s.KeyPairs {
		c.use("user", k.User, "key pair "+k.Name)
		c.define("key pair of "+k.User, k.Name)
	}
	for _, t := range s.Tokens {
		c.define("token", t.ID)
		c.use("user", t.User, "token of "+t.User)
		c.maybe("project", t.Project, "token of "+t.User)
	}
}

type checker struct {
	known map[string]bool
	// several are names that more than one thing has.
	several map[string]bool
	err     error
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) define(kind, name string) {
	if name == "" {
		c.fail("a %s has no name", kind)
	}
	if c.known[kind+"/"+name] {
		c.fail("%s %s is there twice", kind, name)
	}
	c.known[kind+"/"+name] = true
}

// defineByID defines something that others name by its id or, if nothing else of the kind has it, by its name.
func (c *checker) defineByID(kind, name, id string) {
	if id == "" {
		c.define(kind, name)
		return
	}
	c.define(kind, id)
	if c.known[kind+"/"+name] {
		c.several[kind+"/"+name] = true
	}
	c.known[kind+"/"+name] = true
}

func (c *checker) use(kind, name, by string) {
	if !c.known[kind+"/"+name] {
		c.fail("%s names %s %q, which is not there", by, kind, name)
	}
	if c.several[kind+"/"+name] {
		c.fail("%s names %s %q, of which there are several: name it by its id", by, kind, name)
	}
}

func (c *checker) maybe(kind, name, by string) {
	if name != "" {
		c.use(kind, name, by)
	}
}
