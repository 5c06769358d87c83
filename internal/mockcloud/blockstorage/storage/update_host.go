package storage

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// hostUpdate holds the settings of a request to change a host, by name.
type hostUpdate struct {
	Request map[string]record.Value `body:""`
}

// updateHost makes the operation that changes a host. The service knows of one setting, and fails where that is right: nothing behind it
// can enable a host.
func updateHost() pipeline.Operation {
	return pipeline.OperationOf[hostUpdate]{
		Formats: func(x *pipeline.Exchange, _ *hostUpdate) *pipeline.Fault {
			if !body.IsObject(x.Body) {
				return pipeline.Refuse(500, record.Erred)
			}
			return nil
		},
		Policy: func(x *pipeline.Exchange, _ *hostUpdate) *pipeline.Fault {
			if !x.Caller.Admin() {
				return pipeline.Forbidden("User does not have admin privileges")
			}
			return x.Demand(x.Operation.Policy)
		},
		Steps: []pipeline.StepOf[hostUpdate]{
			{Name: "the host is there", Run: hostThere}, {Name: "the settings are known", Run: settingsKnown},
		},
		Answer: func(*pipeline.Exchange, *hostUpdate) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, &openapi.Fields{}), nil
		},
	}.Operation()
}

func hostThere(x *pipeline.Exchange, _ *hostUpdate) *pipeline.Fault {
	host := x.Params.Get("host")
	if !slices.ContainsFunc(parts, func(p state.VolumeService) bool { return p.Host == host && !part(x, p).Disabled }) {
		return pipeline.NotFound("Host %s could not be found.", host)
	}
	return nil
}

func settingsKnown(_ *pipeline.Exchange, w *hostUpdate) *pipeline.Fault {
	for _, name := range slices.Sorted(maps.Keys(w.Request)) {
		value := w.Request[name]
		word := strings.ToLower(strings.TrimSpace(value.Text))
		switch {
		case !value.IsText:
			return pipeline.Refuse(500, record.Erred)
		case strings.ToLower(strings.TrimSpace(name)) != "status":
			return pipeline.BadRequest("Invalid update setting: '%s'", name)
		case word != "enable" && word != "disable":
			return pipeline.BadRequest("Invalid status: '%s'", value.Text)
		}
	}
	if len(w.Request) > 0 {
		return pipeline.Refuse(500, record.Erred)
	}
	return nil
}
