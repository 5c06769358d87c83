package proxies

import (
	"maps"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Operations holds all proxies.
func Operations(q quota.Limits) pipeline.OperationSet {
	all := map[string]pipeline.Operation{}
	for _, some := range []map[string]pipeline.Operation{
		imageOperations(), imageMetadataOperations(q), networkOperations(), floatingOperations(), groupOperations(), ruleOperations(),
		volumeOperations(), snapshotOperations(), nodeOperations(), assistedOperations(), shareOperations(),
	} {
		maps.Copy(all, some)
	}
	return pipeline.OperationSet{Operations: all}
}

// ask makes a request to another service; its body is what the service wants under one key, or nothing.
func ask(x *pipeline.Exchange, service openapi.Service, method, path string, body any) pipeline.Reply {
	x.DoNotKeep()
	return x.Call(pipeline.Call{Service: service, Method: method, Path: path, Body: body})
}

// get is ask for reading, into a struct that names what is of interest.
func get(x *pipeline.Exchange, service openapi.Service, path string, into any) *pipeline.Fault {
	r := ask(x, service, http.MethodGet, path, nil)
	if !r.OK() {
		return r.Fault
	}
	r.Read(into)
	return nil
}

// unexpected is 500 with the name of a class of the network service's client.
func unexpected(f *pipeline.Fault) *pipeline.Fault {
	class := map[int]string{400: "BadRequest", 403: "Forbidden", 404: "NotFound", 409: "Conflict"}[f.Status]
	if class == "" {
		class = "NeutronClientException"
	}
	return record.UnexpectedFault("neutronclient.common.exceptions." + class)
}

// networkText is how the network service's client words a fault.
func networkText(x *pipeline.Exchange, f *pipeline.Fault) string {
	return f.Message + "\nNeutron server returns request_ids: ['" + x.RequestID + "']"
}

// page is the part of a list that limit and offset ask for; 0 is no limit.
func page[T any](x *pipeline.Exchange, all []T) []T {
	from := min(record.LastNumber(x, "offset"), len(all))
	most := record.LastNumber(x, "limit")
	if most == 0 || most > record.MostPerPage(x) {
		most = record.MostPerPage(x)
	}
	return all[from:min(from+most, len(all))]
}

// isUUID tells whether an id has the form that compute wants before it asks the network service.
func isUUID(id string) bool {
	plain := strings.ToLower(strings.NewReplacer("urn:", "", "uuid:", "", "{", "", "}", "", "-", "").Replace(id))
	return len(plain) == 32 && strings.Trim(plain, "0123456789abcdef") == ""
}
