package create

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/compute/flavors"
	"plumbline/internal/mockcloud/compute/hosts"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// forced is a host requested through the zone, "zone:host:node".
type forced struct{ Zone, Host, Node string }

func (f forced) named() bool { return f.Host != "" || f.Node != "" }

func counts(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := &w.Request.Server
	w.least = r.Least.or(1)
	w.most = r.Most.or(w.least)
	if w.least > w.most {
		return pipeline.BadRequest("min_count must be <= max_count")
	}
	return nil
}

func zoneSyntax(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	text, given := w.Request.Server.Zone.Get()
	if !given {
		return nil
	}
	if !x.Version.Less(hosts.ProjectAdmins) {
		w.force = forced{Zone: text}
		return nil
	}
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return pipeline.BadRequest("Invalid input received: Unable to parse availability_zone")
	}
	parts = append(parts, "", "")
	w.force = forced{Zone: parts[0], Host: parts[1], Node: parts[2]}
	return nil
}

func forcedHostPolicy(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if !w.force.named() {
		return nil
	}
	return x.Demand("os_compute_api:servers:create:forced_host")
}

func destinationPolicy(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if r := &w.Request.Server; r.Host == "" && r.Node == "" {
		return nil
	}
	if f := x.Demand("compute:servers:create:requested_destination"); f != nil {
		return f
	}
	if w.force.named() {
		return pipeline.BadRequest("One mechanism with host and/or hypervisor_hostname and another mechanism with " +
			"zone:host:node are mutually exclusive.")
	}
	return nil
}

// requireBootSource refuses a request with neither image nor disk.
func requireBootSource(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.Request.Server.Image == "" && len(w.disks) == 0 && w.diskFault == nil {
		return pipeline.BadRequest("Missing imageRef attribute")
	}
	return nil
}

func flavor(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	id := string(w.Request.Server.Flavor)
	w.flavor = state.Flavors.Get(x.Txn, id)
	if w.flavor == nil || !flavors.MayUse(x, w.flavor) || w.flavor.Disabled {
		return pipeline.BadRequest("Flavor %s could not be found.", id)
	}
	return nil
}

// zone sets the zone that the server is pinned to. A zone given with a host counts only when it is the host's own and no node is
// named without a host.
func zone(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	zone := w.force.Zone
	if zone == "" && !w.force.named() {
		zone = x.Env.Settings().DefaultScheduleZone
	}
	switch {
	case zone == "":
	case w.force.named():
		if w.force.Host != "" && state.Hosts.Get(x.Txn, w.force.Host) != nil && state.ZoneOf(x.Txn, w.force.Host) == zone {
			w.zone = &zone
		}
	case !hosts.IsZoneAvailable(x, zone):
		return wrongZone(x)
	default:
		w.zone = &zone
	}
	return nil
}

func image(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	id := w.Request.Server.Image
	if id == "" {
		return bootImage(x, w)
	}
	if w.image = images.Visible(x, id); w.image == nil {
		return pipeline.BadRequest("Can not find requested image")
	}
	return nil
}

func key(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	name, given := w.Request.Server.KeyName.Get()
	if !given {
		return nil
	}
	if w.key = state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, name)); w.key == nil {
		return pipeline.BadRequest("Invalid key_name provided.")
	}
	return nil
}

func suits(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.image == nil {
		return nil
	}
	if f := images.CheckActive(w.image); f != nil {
		return f
	}
	fits := func() *pipeline.Fault { return images.FitsFlavor(w.flavor.Copy(), w.image) }
	if w.fromVolume() {
		fits = func() *pipeline.Fault { return images.FitsVolume(w.flavor.Copy(), w.root().Size, w.image) }
	}
	if f := fits(); f != nil {
		return f
	}
	return images.CheckProperties(w.image)
}

// hints reads the scheduler hints from either key, and finds the server group that they may name.
func hints(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.hints = map[string][]string{}
	for _, given := range []map[string]hintTexts{w.Request.Hints, w.Request.NewHints} {
		for name, values := range given {
			if values != nil {
				w.hints[name] = values
			}
		}
	}
	if group := w.hints["group"]; len(group) > 0 {
		return groupNamed(x, w, group[0])
	}
	return nil
}

func groupNamed(x *pipeline.Exchange, w *creation, id string) *pipeline.Fault {
	g := state.ServerGroups.Get(x.Txn, id)
	switch _, malformed := uuid.Parse(id); {
	case malformed != nil:
		return pipeline.BadRequest("Invalid input received: Server group scheduler hint must be a UUID.")
	case g == nil || g.ProjectID != x.Caller.ProjectID && !x.Caller.Admin():
		return pipeline.BadRequest("Instance group %s could not be found.", id)
	}
	w.group = g
	return nil
}

// groupQuota refuses more servers than a group may have.
func groupQuota(q quota.Limits) func(*pipeline.Exchange, *creation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
		if w.group == nil {
			return nil
		}
		most := q.For(x, x.Caller.ProjectID).ServerGroupMembers
		if most >= 0 && len(schedule.Members(x, w.group))+w.least > most {
			return pipeline.Forbidden("Quota exceeded, too many servers in group")
		}
		return nil
	}
}

func createDestination(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	host, node := w.Request.Server.Host, w.Request.Server.Node
	if host == "" && node == "" || schedule.HostNamed(x, host, node) != nil {
		return nil
	}
	return pipeline.BadRequest("Compute host %s could not be found.", cmp.Or(host, node))
}

func metadataQuota(q quota.Limits) func(*pipeline.Exchange, *creation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
		return q.For(x, x.Caller.ProjectID).CheckMetadata(w.Request.Server.Metadata.Or(nil))
	}
}

func personalityQuota(q quota.Limits) func(*pipeline.Exchange, *creation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
		return q.For(x, x.Caller.ProjectID).CheckPersonality(w.Request.Server.Personality)
	}
}

// createQuota refuses more servers than the project may have.
func createQuota(quotas quota.Limits) func(*pipeline.Exchange, *creation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *creation) *pipeline.Fault {
		return quotas.CheckMore(x, x.Caller.ProjectID,
			quota.Usage{Servers: w.least, Cores: w.least * w.flavor.VCPUs, RAM: w.least * w.flavor.RAM})
	}
}
