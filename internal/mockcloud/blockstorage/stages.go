package blockstorage

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// outsideProjects begins the only paths that cannot have a project in front of them.
const outsideProjects = "/default-types"

// route refuses unknown paths, and redirects the root without its slash to the root.
func route() pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		switch {
		case x.Route == nil || x.Path != "/" && x.Route.Path == "/" || x.PathProject != "" && strings.HasPrefix(x.Route.Path, outsideProjects):
			return pipeline.UnroutedFault(x)
		case x.Path == "/" && !strings.HasSuffix(x.Request.URL.Path, "/"):
			return &pipeline.Fault{
				Status: http.StatusFound, Bare: true, Raw: []byte{}, ContentType: "text/plain; charset=utf8",
				Header: http.Header{"Location": {x.Base + "/"}},
			}
		}
		return nil
	}}
}

// mediaType refuses bodies whose media type is not JSON. Requests without a body need none.
func mediaType() pipeline.Stage {
	return pipeline.Stage{Name: "media type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if len(x.Raw) == 0 {
			return nil
		}
		media, _, _ := strings.Cut(x.Header("Content-Type"), ";")
		switch strings.TrimSpace(media) {
		case "application/json", "application/vnd.openstack.volume+json":
			return nil
		}
		return pipeline.Refuse(415, "Unsupported Content-Type")
	}}
}

// decode parses the body, for every method; if the route has actions, it finds the action.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if len(x.Raw) > 0 && json.Unmarshal(x.Raw, &x.Body) != nil {
			return pipeline.BadRequest("Malformed request body")
		}
		if !x.Route.Actions {
			return nil
		}
		if len(x.Raw) == 0 {
			return noAction("None")
		}
		if f := x.FindAction(); f != nil {
			if f.Status == 400 && x.Action != "" {
				return noAction(x.Action)
			}
			return f
		}
		return nil
	}}
}

func noAction(name string) *pipeline.Fault {
	return pipeline.BadRequest("There is no such action: %s. Verify the request body and Content-Type header and try again.", name)
}

// unjudged are those whose operations take their bodies without a schema in front of them, by the first part of the operation's name.
var unjudged = []string{"cgsnapshots", "clusters", "consistencygroups", "hosts", "services", "snapshot-metadata"}

// bodyOrNone refuses a body that the method does not take (400) and a missing one that it takes (500, or 400 without a schema): the
// service calls its own functions with the wrong arguments then.
func bodyOrNone() pipeline.Stage {
	return pipeline.Stage{Name: "body or none", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		of, _, _ := strings.Cut(x.Operation.ID, ".")
		declared, _ := x.Operation.HasBody()
		switch takes := declared || x.Request.Method == http.MethodPost || x.Request.Method == http.MethodPut; {
		case !takes && len(x.Raw) > 0, takes && len(x.Raw) == 0 && slices.Contains(unjudged, of):
			return pipeline.BadRequest(record.Malformed)
		case takes && len(x.Raw) == 0:
			return pipeline.Refuse(500, record.Erred)
		}
		return nil
	}}
}
