package hosts

import (
	"github.com/google/uuid"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// The services of a compute cloud, as os-services names them.
const (
	computeBinary   = "nova-compute"
	conductorBinary = "nova-conductor"
	schedulerBinary = "nova-scheduler"
)

// controlServices are the services on the controller. They have no records, and are always up. Their integer ids come before those of
// the hosts' services.
var controlServices = []string{conductorBinary, schedulerBinary}

// running is one service: of a host, or of the controller if host is nil.
type running struct {
	binary string
	serial int64
	uuid   string
	host   *state.Host
}

func (r running) on() string {
	if r.host == nil {
		return record.Controller
	}
	return r.host.Name
}

// serviceOf answers the compute service of a host.
func serviceOf(h *state.Host) running {
	return running{binary: computeBinary, serial: h.Serial + int64(len(controlServices)), uuid: h.ServiceID, host: h}
}

// services answers all services in the order in which they are listed.
func services(x *pipeline.Exchange) []running {
	var out []running
	for i, binary := range controlServices {
		out = append(out, running{binary: binary, serial: int64(i + 1), uuid: uuid.NewSHA1(uuid.NameSpaceOID, []byte(binary)).String()})
	}
	for _, h := range schedule.Hosts(x) {
		out = append(out, serviceOf(h))
	}
	return out
}

// serviceView is a service with every field of every microversion. Its id is a number before 2.53.
type serviceView struct {
	ID             any     `json:"id"`
	Binary         string  `json:"binary"`
	Host           string  `json:"host"`
	Zone           string  `json:"zone"`
	Status         string  `json:"status"`
	State          string  `json:"state"`
	Updated        string  `json:"updated_at"`
	DisabledReason *string `json:"disabled_reason"`
	ForcedDown     bool    `json:"forced_down"`
}

func viewOfService(x *pipeline.Exchange, r running) *serviceView {
	v := &serviceView{
		ID: r.serial, Binary: r.binary, Host: r.on(), Zone: state.InternalZone, Status: "enabled", State: "up",
		Updated: record.FormatMicroseconds(x.Now()),
	}
	if !x.Version.Less(uuids) {
		v.ID = r.uuid
	}
	if h := r.host; h != nil {
		v.Zone, v.DisabledReason, v.ForcedDown = state.ZoneOf(x.Txn, h.Name), record.NonEmpty(h.DisabledReason), h.ForcedDown
		v.Status, v.State = statusOf(h), stateOf(h)
		if h.Down {
			v.Updated = record.FormatMicroseconds(h.Started)
		}
	}
	return v
}

// statusOf answers the status of a host's service that an administrator set: enabled or disabled.
func statusOf(h *state.Host) string {
	if h.Disabled {
		return "disabled"
	}
	return "enabled"
}

// stateOf answers the state of a host's service: up or down.
func stateOf(h *state.Host) string {
	if h.Up() {
		return "up"
	}
	return "down"
}

func listServices(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	host, binary := record.LastQueryValue(x, "host"), record.LastQueryValue(x, "binary")
	var out []*serviceView
	for _, r := range services(x) {
		if (host == "" || r.on() == host) && (binary == "" || r.binary == binary) {
			out = append(out, viewOfService(x, r))
		}
	}
	return pipeline.Answer(200, "services", out), nil
}
