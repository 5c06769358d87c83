package ports

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// joining and leaving are requests to add a security group to all of the server's ports and to remove it.
type (
	group struct {
		Name string `json:"name"`
	}
	joining struct {
		Request group `body:"addSecurityGroup"`
	}
	leaving struct {
		Request group `body:"removeSecurityGroup"`
	}
)

func listGroups(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out, seen := []GroupView{}, map[string]bool{}
	for _, port := range portsOf(x, record.Server(x)) {
		for _, id := range port.SecurityGroups {
			if g := state.SecurityGroups.Get(x.Txn, id); g != nil && !seen[id] {
				seen[id] = true
				out = append(out, ViewGroup(x, g))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b GroupView) int {
		return cmp.Or(cmp.Compare(a.ProjectID, b.ProjectID), cmp.Compare(a.Name, b.Name))
	})
	return pipeline.Answer(200, "security_groups", out), nil
}

// groupNamed finds the caller's security group by name or id.
func groupNamed(x *pipeline.Exchange, name string) (found *state.SecurityGroup, fault *pipeline.Fault) {
	for g := range state.SecurityGroups.ByKey(x.Txn, "project", x.Caller.ProjectID) {
		switch {
		case g.ID == name:
			return g, nil
		case g.Name == name && found != nil:
			return nil, pipeline.Conflict("Multiple security_group matches found for name '%s', use an ID to be more specific.", name)
		case g.Name == name:
			found = g
		}
	}
	if found == nil {
		return nil, pipeline.NotFound("Security group %s is not found for project %s", name, x.Caller.ProjectID)
	}
	return found, nil
}

func join(x *pipeline.Exchange, w *joining) *pipeline.Fault {
	g, f := groupNamed(x, w.Request.Name)
	if f != nil {
		return f
	}
	s := record.Server(x)
	all := portsOf(x, s)
	if len(all) == 0 {
		return pipeline.NotFound("instance_id %s could not be found as device id on any ports", s.ID)
	}
	changeGroups(x, all, func(ids []string) []string {
		if slices.Contains(ids, g.ID) {
			return ids
		}
		return append(slices.Clone(ids), g.ID)
	})
	return nil
}

func leave(x *pipeline.Exchange, w *leaving) *pipeline.Fault {
	g, f := groupNamed(x, w.Request.Name)
	if f != nil {
		return f
	}
	s := record.Server(x)
	all := portsOf(x, s)
	in := func(port *state.Port) bool { return slices.Contains(port.SecurityGroups, g.ID) }
	switch {
	case len(all) == 0:
		return pipeline.NotFound("instance_id %s could not be found as device id on any ports", s.ID)
	case !slices.ContainsFunc(all, in):
		return pipeline.NotFound("Security group %s not associated with the instance %s", w.Request.Name, s.ID)
	}
	changeGroups(x, all, func(ids []string) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == g.ID })
	})
	return nil
}

// changeGroups changes the security groups of ports.
func changeGroups(x *pipeline.Exchange, all []*state.Port, how func([]string) []string) {
	for _, port := range all {
		changed := *port
		changed.SecurityGroups = how(port.SecurityGroups)
		state.Ports.Insert(x.Txn, &changed)
	}
}

// GroupNames lists the names of the security groups of a server's ports, port by port; a group without a name has its id.
func GroupNames(txn *state.Txn, s *state.Server) (names []string) {
	for _, id := range s.Ports {
		port := state.Ports.Get(txn, id)
		if port == nil {
			continue
		}
		for _, in := range port.SecurityGroups {
			if g := state.SecurityGroups.Get(txn, in); g != nil {
				names = append(names, cmp.Or(g.Name, g.ID))
			}
		}
	}
	return names
}
