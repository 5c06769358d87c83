package kinds

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/state"
)

// replacesServer tells whether a change makes a new server: by the policies for the properties that compute can change, too.
func replacesServer(before, after map[string]any, changed map[string]bool) bool {
	policy := func(key string) any {
		if after[key] != nil {
			return after[key]
		}
		return before[key]
	}
	return changed["flavor"] && policy("flavor_update_policy") == "REPLACE" ||
		changed["image"] && policy("image_update_policy") == "REPLACE" ||
		changed["user_data"] && policy("user_data_update_policy") == "REPLACE"
}

// renamed and described are the requests that change a server's name and description in place.
type (
	renamed struct {
		Server struct {
			Name *string `json:"name"`
		} `json:"server"`
	}
	described struct {
		Metadata map[string]string `json:"metadata"`
	}
)

// updateServer makes the changes that are possible in place.
func updateServer(t *kind.Task) *kind.Failure {
	p := decodeProperties[struct {
		Name     *string     `json:"name"`
		Metadata kind.Values `json:"metadata"`
	}](t.Resource.Properties)
	changed := kind.Changes(t.Before, t.Resource.Properties)
	if changed["name"] {
		var request renamed
		request.Server.Name = p.Name
		if reply := onServer(t, "PUT", "", request); !reply.OK() {
			return remote.Refused(remote.ErrorName(reply.Status), reply)
		}
	}
	if p.Metadata != nil && changed["metadata"] {
		if reply := onServer(t, "PUT", "/metadata", described{texts(p.Metadata)}); !reply.OK() {
			return remote.Refused(remote.ErrorName(reply.Status), reply)
		}
	}
	if changed["tags"] {
		if why := tagServer(t, t.Resource.Properties["tags"]); why != nil {
			return why
		}
	}
	kept := t.Resource.Data["ports"]
	t.Resource.Data = kind.Values{}
	if kept != nil {
		t.Resource.Data["ports"] = kept
	}
	if changed["networks"] {
		if why := changeNetworks(t); why != nil {
			return why
		}
	}
	for _, key := range []string{"flavor", "user_data", "image"} {
		if changed[key] && (key != "user_data" || t.Resource.Properties["user_data_update_policy"] == "REBUILD") {
			planChange(t, key)
		}
	}
	if changed["admin_pass"] && !changed["image"] { // a rebuild sets it as well
		return serverDo(t, kind.Values{"changePassword": kind.Values{"adminPass": t.Resource.Properties["admin_pass"]}})
	}
	return nil
}

// serverUpdated goes on with what compute does one after the other: to change interfaces, to resize a server, to confirm that, and to
// rebuild it.
func serverUpdated(t *kind.Task) (bool, *kind.Failure) {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	switch {
	case s == nil:
		return false, kind.Failf("NotFound", "Instance %s could not be found. (HTTP 404)", t.Resource.PhysicalID)
	case s.VMState == state.VMError:
		return serverReady(t)
	case s.TaskState != state.TaskNone || slices.Contains(s.Ports, hot.Text(t.Resource.Data["detaching"])):
		return false, nil
	case s.VMState == state.VMResized:
		delete(t.Resource.Data, "resizing")
		return false, serverDo(t, doing{"confirmResize": nil})
	case t.Resource.Data["resizing"] != nil:
		return false, kind.Failf("ResourceUnknownStatus", "Resizing to '%s' failed - Unknown status %s due to \"Unknown\"",
			hot.Text(t.Resource.Data["resizing"]), strings.ToUpper(string(s.VMState)))
	}
	delete(t.Resource.Data, "detaching")
	left := body.As[[]any](t.Resource.Data["to change"])
	if len(left) == 0 {
		return true, nil
	}
	t.Resource.Data["to change"] = left[1:]
	if change := body.As[kind.Values](left[0]); change != nil {
		return false, changeInterface(t, change)
	}
	p := decodeProperties[serverProperties](t.Resource.Properties)
	if left[0] == "flavor" {
		flavor := remote.FlavorNamed(t.Exchange, p.Flavor.String())
		if flavor == nil {
			return false, kind.Failf("NotFound", "No Flavor matching {'name': '%s'}. (HTTP 404)", p.Flavor)
		}
		t.Resource.Data["resizing"] = flavor.ID
		return false, serverDo(t, kind.Values{"resize": kind.Values{"flavorRef": flavor.ID}})
	}
	if left[0] == "user_data" { // a real Heat sends the user data as the image, and compute refuses it (docs/contract/90-other-services.md §6)
		return false, serverDo(t, kind.Values{"rebuild": kind.Values{"imageRef": hot.Text(t.Resource.Properties["user_data"])}})
	}
	image := remote.ImageNamed(t.Exchange, p.Image.String())
	if image == nil {
		return false, kind.Failf("EntityMatchNotFound", "No image matching {'name': '%s'}.", p.Image)
	}
	rebuild := kind.Values{"imageRef": image.ID}
	if p.AdminPass != "" {
		rebuild["adminPass"] = p.AdminPass
	}
	return false, serverDo(t, kind.Values{"rebuild": rebuild})
}

func serverDo(t *kind.Task, request any) *kind.Failure {
	if reply := onServer(t, "POST", "/action", request); !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	return nil
}
