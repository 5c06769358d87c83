package compute

import (
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// forced is a host named through the zone, "zone:host:node".
type forced struct{ Zone, Host, Node string }

func (f forced) named() bool { return f.Host != "" || f.Node != "" }

func createCounts(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	w.least, w.most = count(w.body["min_count"], 1), 0
	w.most = count(w.body["max_count"], w.least)
	if w.least > w.most {
		return pipeline.BadRequest("min_count must be <= max_count")
	}
	if w.most > 1 && w.body["hostname"] != nil {
		return pipeline.BadRequest("Unable to allocate a single hostname to multiple instances")
	}
	return nil
}

// count reads a number that may be written as a text.
func count(v any, otherwise int) int {
	switch v := v.(type) {
	case float64:
		return int(v)
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return otherwise
}

func createZoneSyntax(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	text, given := w.body["availability_zone"].(string)
	if !given {
		return nil
	}
	if !x.Version.Less(ProjectAdmins) {
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

func createForcedHostPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if !creating(x).force.named() {
		return nil
	}
	return x.Demand("os_compute_api:servers:create:forced_host")
}

// destination is the host that a body names by itself (2.74).
func destination(body map[string]any) (host, node string) {
	host, _ = body["host"].(string)
	node, _ = body["hypervisor_hostname"].(string)
	return host, node
}

func createDestinationPolicy(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	host, node := destination(w.body)
	if host == "" && node == "" {
		return nil
	}
	if f := x.Demand("compute:servers:create:requested_destination"); f != nil {
		return f
	}
	if w.force.named() {
		return pipeline.BadRequest("One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive.")
	}
	return nil
}

// createBoots wants an image, or a disk.
func createBoots(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	if image, _ := w.body["imageRef"].(string); image == "" && len(w.disks) == 0 && w.diskFault == nil {
		return pipeline.BadRequest("Missing imageRef attribute")
	}
	return nil
}

// flavorReference is the id that flavorRef names; it may be a number, or a URL that ends with the id.
func flavorReference(v any) string {
	if n, ok := v.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	text, _ := v.(string)
	return text[strings.LastIndex(text, "/")+1:]
}

func createFlavor(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	id := flavorReference(w.body["flavorRef"])
	w.flavor = state.Flavors.Get(x.Txn, id)
	if w.flavor == nil || !mayUse(x, w.flavor) || w.flavor.Disabled {
		return pipeline.BadRequest("Flavor %s could not be found.", id)
	}
	return nil
}

// createZone settles the pin. A zone beside a host counts only when it is the host's own and there is no node alone.
func createZone(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
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
	case !available(x, zone):
		return wrongZone(x)
	default:
		w.zone = &zone
	}
	return nil
}

func createImage(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	id, _ := w.body["imageRef"].(string)
	if id == "" {
		return createBootImage(x)
	}
	if w.image = imageFor(x, id); w.image == nil {
		return pipeline.BadRequest("Can not find requested image")
	}
	return nil
}

func createKey(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	name, given := w.body["key_name"].(string)
	if !given {
		return nil
	}
	if w.key = state.KeyPairs.Get(x.Txn, state.KeyPairID(x.Caller.UserID, name)); w.key == nil {
		return pipeline.BadRequest("Invalid key_name provided.")
	}
	return nil
}

func createSuits(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	if w.image == nil {
		return nil
	}
	if f := imageActive(w.image); f != nil {
		return f
	}
	if w.fromVolume() {
		return suitsVolume(w.flavor.Copy(), w.root().Size, w.image)
	}
	return flavorSuits(w.flavor.Copy(), w.image)
}

// createHints reads the scheduler hints, which are lists whatever was given. There are no server groups.
func createHints(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	w.hints = map[string][]string{}
	body, _ := x.Body.(map[string]any)
	for _, key := range []string{"OS-SCH-HNT:scheduler_hints", "os:scheduler_hints"} {
		given, _ := body[key].(map[string]any)
		for name, value := range given {
			if values := stringsOf(value); values != nil {
				w.hints[name] = values
			} else if text, ok := value.(string); ok {
				w.hints[name] = []string{text}
			}
		}
	}
	if group := w.hints["group"]; len(group) > 0 {
		return pipeline.BadRequest("Instance group %s could not be found.", group[0])
	}
	return nil
}

func createDestination(x *pipeline.Exchange) *pipeline.Fault {
	host, node := destination(creating(x).body)
	if host == "" && node == "" || hostNamed(x, host, node) != nil {
		return nil
	}
	name := host
	if name == "" {
		name = node
	}
	return pipeline.BadRequest("Compute host %s could not be found.", name)
}

func (c *compute) createQuota(x *pipeline.Exchange) *pipeline.Fault {
	w, used := creating(x), usageOf(x, x.Caller.ProjectID)
	for _, q := range []struct {
		name             string
		most, used, each int
	}{
		{"instances", c.Quotas.Instances, used.servers, 1},
		{"cores", c.Quotas.Cores, used.cores, w.flavor.VCPUs},
		{"ram", c.Quotas.RAM, used.ram, w.flavor.RAM},
	} {
		if asked := w.least * q.each; q.most >= 0 && q.used+asked > q.most {
			return pipeline.Forbidden("Quota exceeded for %s: Requested %d, but already used %d of %d %s", q.name, asked, q.used, q.most, q.name)
		}
	}
	return nil
}
