package record

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// PresentResources are a stack's resources by name, without those that have been replaced.
func PresentResources(x *pipeline.Exchange, stackID string) map[string]*state.StackResource {
	out := map[string]*state.StackResource{}
	for r := range state.StackResources.ByKey(x.Txn, "stack", stackID) {
		if r.Old == 0 {
			out[r.Name] = r
		}
	}
	return out
}

// EnterResource sets a resource's state and records the event.
func EnterResource(x *pipeline.Exchange, r *state.StackResource, action, status, reason string) *state.StackResource {
	changed := *r
	changed.Action, changed.Status, changed.StatusReason, changed.Updated = action, status, reason, x.Now()
	state.StackResources.Insert(x.Txn, &changed)
	NoteResource(x, &changed, action+"_"+status, reason)
	return &changed
}

// NoteResource records an event of a resource.
func NoteResource(x *pipeline.Exchange, r *state.StackResource, status, reason string) {
	record(x, &state.StackEvent{
		StackID: r.StackID, ResourceName: r.Name, LogicalID: r.Name, PhysicalID: cmp.Or(r.PhysicalID, r.PhysicalName), ResourceType: r.Type,
		ResourceStatus: status, ResourceReason: reason, Properties: r.Given,
	})
}

// Names are the names of resources, in the order in which they came into the stack.
func Names(all map[string]*state.StackResource) []string {
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(all[a].Serial, all[b].Serial), cmp.Compare(a, b)) })
	return names
}

// Resource finds the resource that the path names.
func Resource(x *pipeline.Exchange) (*state.StackResource, *pipeline.Fault) {
	s, name := Stack(x), x.Params.Get("resource_name")
	r := state.StackResources.Get(x.Txn, state.StackResourceID(s.ID, name))
	if r == nil {
		return nil, faults.Of(404, "ResourceNotFound", "The Resource (%s) could not be found in Stack %s.", name, s.Name)
	}
	return r, nil
}

// PhysicalName makes the name of what a resource stands for: stack, resource, and a random part.
func PhysicalName(x *pipeline.Exchange, s *state.Stack, resource string) string {
	return s.Name + "-" + resource + "-" + shortID(x)
}

// shortID is a random text of twelve of the letters and digits that base32 has (heat/common/short_id.py).
func shortID(x *pipeline.Exchange) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	short := []byte(x.Env.IDs.Secret(12))
	for i := range short {
		short[i] = letters[int(short[i])%len(letters)]
	}
	return string(short)
}

// Signature is the signature in a resource's signed URL.
func Signature(r *state.StackResource) string {
	key, _ := r.Data["key"].(string)
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(r.StackID + "/" + r.Name))
	return base64.StdEncoding.EncodeToString(sum.Sum(nil))
}
