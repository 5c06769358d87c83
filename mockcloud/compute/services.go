package compute

import (
	"github.com/google/uuid"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// The services of a compute cloud, as os-services names them.
const (
	computeBinary   = "nova-compute"
	conductorBinary = "nova-conductor"
	schedulerBinary = "nova-scheduler"
)

// controlServices are the services on the controller, which no record stands for: they are always up. Their integer
// ids come before those of the hosts' services.
var controlServices = []string{conductorBinary, schedulerBinary}

// running is one service: of a host, or of the controller where host is nil.
type running struct {
	binary string
	serial int64
	uuid   string
	host   *state.Host
}

func (r running) on() string {
	if r.host == nil {
		return controller
	}
	return r.host.Name
}

// serviceOf is the compute service of a host.
func serviceOf(h *state.Host) running {
	return running{binary: computeBinary, serial: h.Serial + int64(len(controlServices)), uuid: h.ServiceID, host: h}
}

// services are all of them, in the order in which they are listed.
func services(x *pipeline.Exchange) []running {
	var out []running
	for i, binary := range controlServices {
		out = append(out, running{binary: binary, serial: int64(i + 1), uuid: uuid.NewSHA1(uuid.NameSpaceOID, []byte(binary)).String()})
	}
	for _, h := range hostsInOrder(x) {
		out = append(out, serviceOf(h))
	}
	return out
}

// serviceView is a service with every field of every microversion but id, which is a number before 2.53.
func serviceView(x *pipeline.Exchange, r running) map[string]any {
	v := map[string]any{
		"binary": r.binary, "host": r.on(), "id": r.serial, "zone": state.InternalZone, "status": "enabled", "state": "up",
		"updated_at": micro(x.Now()), "disabled_reason": nil, "forced_down": false,
	}
	if !x.Version.Less(uuids) {
		v["id"] = r.uuid
	}
	if h := r.host; h != nil {
		v["zone"], v["disabled_reason"], v["forced_down"] = state.ZoneOf(x.Txn, h.Name), nonEmpty(h.DisabledReason), h.ForcedDown
		v["status"], v["state"] = statusOf(h), stateOf(h)
		if h.Down {
			v["updated_at"] = micro(h.Started)
		}
	}
	return v
}

// statusOf tells whether new servers may go to a host: what administrators say.
func statusOf(h *state.Host) string {
	if h.Disabled {
		return "disabled"
	}
	return "enabled"
}

// stateOf tells whether a host's service answers.
func stateOf(h *state.Host) string {
	if h.Up() {
		return "up"
	}
	return "down"
}

func listServices(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	host, binary := last(x, "host"), last(x, "binary")
	out := []any{}
	for _, r := range services(x) {
		if (host == "" || r.on() == host) && (binary == "" || r.binary == binary) {
			out = append(out, serviceView(x, r))
		}
	}
	return pipeline.Answer(200, "services", out), nil
}

// last is the last value of a query key that may be repeated.
func last(x *pipeline.Exchange, key string) string {
	if all := x.Query[key]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}
