package compute

import (
	"maps"
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// aggregateNameFree refuses a name that another aggregate than the one of that id has.
func aggregateNameFree(except string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		name, _ := x.Inner("aggregate")["name"].(string)
		for a := range state.Aggregates.All(x.Txn) {
			if a.Name == name && a.ID != except {
				return pipeline.Conflict("Aggregate %s already exists.", name)
			}
		}
		return nil
	}
}

func makeAggregate(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("aggregate")
	a := &state.Aggregate{ID: strconv.FormatInt(x.Txn.Next("aggregates"), 10), UUID: x.Env.IDs.UUID(), Metadata: map[string]string{}, Created: x.Now()}
	a.Name, _ = body["name"].(string)
	if zone, _ := body["availability_zone"].(string); zone != "" {
		a.Metadata["availability_zone"] = zone
	}
	state.Aggregates.Insert(x.Txn, a)
	pipeline.Work[aggregating](x).found = a
	return nil
}

func aggregateRename(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[aggregating](x)
	name, given := x.Inner("aggregate")["name"].(string)
	if !given {
		return nil
	}
	if f := aggregateNameFree(w.found.ID)(x); f != nil {
		return f
	}
	now := x.Now()
	w.change(x, func(a *state.Aggregate) { a.Name, a.Updated = name, &now })
	return nil
}

func aggregateRezone(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[aggregating](x)
	given, there := x.Inner("aggregate")["availability_zone"]
	if !there {
		return nil
	}
	zone, _ := given.(string)
	if why := rezone(x, w.found, zone, w.found.Hosts, true); why != "" {
		return pipeline.BadRequest("Cannot update aggregate %s. Reason: %s.", w.found.ID, why)
	}
	w.set(x, map[string]any{"availability_zone": zone})
	return nil
}

func metadataRezones(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[aggregating](x)
	metadata, _ := x.Inner("set_metadata")["metadata"].(map[string]any)
	given, there := metadata["availability_zone"]
	if !there {
		return nil
	}
	zone, _ := given.(string)
	if why := rezone(x, w.found, zone, w.found.Hosts, true); why != "" {
		return pipeline.BadRequest("Cannot update metadata of aggregate %s. Reason: %s.", w.found.ID, why)
	}
	return nil
}

func setMetadata(x *pipeline.Exchange) *pipeline.Fault {
	metadata, _ := x.Inner("set_metadata")["metadata"].(map[string]any)
	pipeline.Work[aggregating](x).set(x, metadata)
	return nil
}

// set changes metadata; null takes a key away.
func (w *aggregating) set(x *pipeline.Exchange, metadata map[string]any) {
	w.touched = true
	w.change(x, func(a *state.Aggregate) {
		a.Metadata = maps.Clone(a.Metadata)
		for key, value := range metadata {
			if text, ok := value.(string); ok {
				a.Metadata[key] = text
			} else {
				delete(a.Metadata, key)
			}
		}
	})
}

func aggregateEmpty(x *pipeline.Exchange) *pipeline.Fault {
	if a := pipeline.Work[aggregating](x).found; len(a.Hosts) > 0 {
		return pipeline.BadRequest("Cannot remove host from aggregate %s. Reason: Host aggregate is not empty.", a.ID)
	}
	return nil
}

func deleteAggregate(x *pipeline.Exchange) *pipeline.Fault {
	state.Aggregates.Delete(x.Txn, pipeline.Work[aggregating](x).found.ID)
	return nil
}

// cached are the images that are to be fetched beforehand.
func cached(x *pipeline.Exchange) []string {
	all, _ := textBody(x)["cache"].([]any)
	var out []string
	for _, one := range all {
		image, _ := one.(map[string]any)
		id, _ := image["id"].(string)
		out = append(out, id)
	}
	return out
}

func cacheDiffers(x *pipeline.Exchange) *pipeline.Fault {
	seen := map[string]bool{}
	for _, id := range cached(x) {
		if seen[id] {
			return pipeline.BadRequest("Duplicate images in request")
		}
		seen[id] = true
	}
	return nil
}

func cacheExists(x *pipeline.Exchange) *pipeline.Fault {
	for _, id := range cached(x) {
		if imageFor(x, id) == nil {
			return pipeline.BadRequest("Image %s could not be found.", id)
		}
	}
	return nil
}
