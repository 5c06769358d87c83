package hosts

import (
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func serviceIDToDelete(x *pipeline.Exchange) *pipeline.Fault {
	id := x.Params.Get("service_id")
	if !x.Version.Less(uuids) {
		return wantUUID(id)
	}
	return wantInteger(id)
}

// wantInteger refuses a text that cannot be read as an integer.
func wantInteger(id string) *pipeline.Fault {
	if _, err := strconv.ParseInt(strings.TrimSpace(id), 10, 64); err != nil {
		return pipeline.BadRequest("Invalid input received: id must be an integer")
	}
	return nil
}

func serviceToDelete(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	id := x.Params.Get("service_id")
	for _, r := range services(x) {
		known := r.uuid
		if x.Version.Less(uuids) {
			known = strconv.FormatInt(r.serial, 10)
		}
		if known == strings.ToLower(id) {
			w.host = r.host
			return nil
		}
	}
	return pipeline.NotFound("Service %s not found.", id)
}

func serviceEmpty(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	if h := w.host; h != nil && state.UsedOf(x.Txn, h.Name).Servers > 0 {
		return pipeline.Conflict("Unable to delete compute service that is hosting instances. Migrate or delete the instances first.")
	}
	return nil
}

// serviceDelete removes the host from its aggregates and deletes it: service, hypervisor and resource provider. A service of the
// controller is not deleted: it registers itself again at once.
func serviceDelete(x *pipeline.Exchange, w *serviceUpdate) *pipeline.Fault {
	h := w.host
	if h == nil {
		return nil
	}
	for _, a := range state.Aggregates.List(x.Txn, "host", h.Name) {
		withoutHost(x, a, h.Name)
	}
	state.Hosts.Delete(x.Txn, h.Name)
	return nil
}
