package hosts

import (
	"maps"
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/images"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// aggregateNameFree refuses a name that is in use by an aggregate.
func aggregateNameFree(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	return nameFree(x, w.Request.Aggregate.Name.Or(""), "")
}

// nameFree refuses a name that is in use by an aggregate other than the one with the given id.
func nameFree(x *pipeline.Exchange, name, except string) *pipeline.Fault {
	for a := range state.Aggregates.All(x.Txn) {
		if a.Name == name && a.ID != except {
			return pipeline.Conflict("Aggregate %s already exists.", name)
		}
	}
	return nil
}

func makeAggregate(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	r := &w.Request.Aggregate
	a := &state.Aggregate{
		ID: strconv.FormatInt(x.Txn.Next("aggregates"), 10), UUID: x.Env.IDs.UUID(),
		Metadata: map[string]string{}, Created: x.Now(),
	}
	a.Name = r.Name.Or("")
	if zone := r.Zone.Or(""); zone != "" {
		a.Metadata["availability_zone"] = zone
	}
	state.Aggregates.Insert(x.Txn, a)
	w.found = a
	return nil
}

func aggregateRename(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	name, given := w.Request.Aggregate.Name.Get()
	if !given {
		return nil
	}
	if f := nameFree(x, name, w.found.ID); f != nil {
		return f
	}
	now := x.Now()
	w.change(x, func(a *state.Aggregate) { a.Name, a.Updated = name, &now })
	return nil
}

func aggregateRezone(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	asked := w.Request.Aggregate.Zone
	if !asked.Given() {
		return nil
	}
	zone := asked.Or("")
	if why := whyNotInZone(x, w.found, zone, w.found.Hosts, true); why != "" {
		return pipeline.BadRequest("Cannot update aggregate %s. Reason: %s.", w.found.ID, why)
	}
	w.set(x, map[string]body.Opt[string]{"availability_zone": body.Some(zone)})
	return nil
}

func metadataRezones(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	asked := w.Request.SetMetadata.Metadata["availability_zone"]
	if !asked.Given() {
		return nil
	}
	if why := whyNotInZone(x, w.found, asked.Or(""), w.found.Hosts, true); why != "" {
		return pipeline.BadRequest("Cannot update metadata of aggregate %s. Reason: %s.", w.found.ID, why)
	}
	return nil
}

func setMetadata(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	w.set(x, w.Request.SetMetadata.Metadata)
	return nil
}

// set changes metadata; null removes a key.
func (w *aggregating) set(x *pipeline.Exchange, metadata map[string]body.Opt[string]) {
	w.touched = true
	w.change(x, func(a *state.Aggregate) {
		a.Metadata = maps.Clone(a.Metadata)
		for key, value := range metadata {
			if text, ok := value.Get(); ok {
				a.Metadata[key] = text
			} else {
				delete(a.Metadata, key)
			}
		}
	})
}

func aggregateEmpty(_ *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	if a := w.found; len(a.Hosts) > 0 {
		return pipeline.BadRequest("Cannot remove host from aggregate %s. Reason: Host aggregate is not empty.", a.ID)
	}
	return nil
}

func deleteAggregate(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	state.Aggregates.Delete(x.Txn, w.found.ID)
	return nil
}

func cacheDiffers(_ *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	seen := map[string]bool{}
	for _, image := range w.Request.Cache {
		if seen[image.ID] {
			return pipeline.BadRequest("Duplicate images in request")
		}
		seen[image.ID] = true
	}
	return nil
}

func cacheExists(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	for _, image := range w.Request.Cache {
		if images.Visible(x, image.ID) == nil {
			return pipeline.BadRequest("Image %s could not be found.", image.ID)
		}
	}
	return nil
}
