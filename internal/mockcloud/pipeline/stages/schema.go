package stages

import (
	"net/url"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

func checkSchema(x *pipeline.Exchange) *pipeline.Fault {
	if raw := x.Request.URL.RawQuery; raw != "" {
		if f := checkQuery(x, raw); f != nil {
			return f
		}
	}
	if v := x.Operation.CheckKeys(x.Raw); v != nil {
		return x.SchemaFault(v, false)
	}
	v := x.Operation.CheckSentBody(x.Body, x.Raw)
	for v != nil && x.Unversioned && v.Keyword == "additionalProperties" && dropKeys(v) {
		v = x.Operation.CheckSentBody(x.Body, x.Raw)
	}
	if v != nil {
		return x.SchemaFault(v, false)
	}
	return nil
}

func checkQuery(x *pipeline.Exchange, raw string) *pipeline.Fault {
	// What cannot be decoded is left out; what can be is looked at.
	x.Query, _ = url.ParseQuery(raw)
	if v := x.Operation.CheckQuery(x.Query); v != nil {
		return x.SchemaFault(v, true)
	}
	for key := range x.Query {
		// Keys that begin with an underscore are left to the service: Nova's lists of servers refuse them.
		if !x.Operation.QueryKnown(key) && !strings.HasPrefix(key, "_") {
			delete(x.Query, key)
		}
	}
	return nil
}

// dropKeys takes the extra keys out that a violation is about: what requests without microversions have
// done instead of being refused. False when there was nothing to take out.
func dropKeys(v *openapi.Violation) bool {
	object, _ := v.Value.(map[string]any)
	dropped := false
	for k := range object {
		if strings.Contains(v.Message, python.Repr(k)) {
			delete(object, k)
			dropped = true
		}
	}
	return dropped
}
