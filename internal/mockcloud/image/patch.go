package image

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// change applies the body's operations to a copy of the image.
func change(x *pipeline.Exchange, w *modification) *pipeline.Fault {
	patch, fault := readPatch(x, w.Changes, sendsOldPatch(x))
	if fault != nil {
		return fault
	}
	img, before := &w.image, pipeline.Subject[state.Image](x)
	*img = *before
	img.Properties = maps.Clone(img.Properties)
	if img.Properties == nil {
		img.Properties = map[string]string{}
	}
	for _, op := range patch {
		if fault := apply(x, img, op); fault != nil {
			return fault
		}
	}
	if len(patch) > 0 {
		img.Updated = x.Now()
	}
	if !mayGiveAway(x, img.Owner) {
		return pipeline.Forbidden("Forbidding request, image %s not visible", img.ID)
	}
	for key := range img.Properties {
		if _, had := before.Properties[key]; !had {
			return enoughProperties(img.Properties)
		}
	}
	return nil
}

// mayGiveAway tells whether the caller may make a project the owner of an image: all but administrators only their own, or none.
func mayGiveAway(x *pipeline.Exchange, owner string) bool {
	return x.Caller.Admin() || owner == "" || owner == x.Caller.ProjectID
}

func apply(x *pipeline.Exchange, img *state.Image, op operation) *pipeline.Fault {
	if op.key == "locations" {
		return refuseLocations(op)
	}
	if op.key == "owner" && op.kind == "replace" && !x.Caller.Admin() {
		return denied("Owner can't be updated by non admin.")
	}
	own := slices.Contains(base, op.key)
	_, has := img.Properties[op.key]
	switch {
	case op.kind == "add" && op.old && (own || has):
		return conflict("Property " + op.key + " already present.")
	case op.kind == "remove" && own:
		return denied("Property " + op.key + " may not be removed.")
	case op.kind != "add" && !own && !has:
		return conflict("Property " + op.key + " does not exist.")
	case op.kind == "remove":
		delete(img.Properties, op.key)
		return nil
	}
	return set(x, img, op)
}

// refuseLocations refuses all changes of where the data is: the service shows it to nobody.
func refuseLocations(op operation) *pipeline.Fault {
	switch op.kind {
	case "add", "remove":
		return pipeline.Forbidden("It's not allowed to %s locations if locations are invisible.", op.kind)
	}
	if list := body.As[[]any](op.value); len(list) == 0 {
		return denied("Cannot set locations to empty list.")
	}
	return pipeline.Forbidden("It's not allowed to update locations if locations are invisible.")
}

// set gives an attribute or a property a value, which the schema has checked.
func set(x *pipeline.Exchange, img *state.Image, op operation) *pipeline.Fault {
	if (op.key == "disk_format" || op.key == "container_format") && img.Status != "queued" {
		return pipeline.Forbidden("Attribute %s can be only replaced for a queued image.", op.key)
	}
	given := body.As[fields](alone(op.key, op.value))
	if fault := given.set(img); fault != nil {
		return fault
	}
	if op.key == "visibility" {
		return mayHave(x, img)
	}
	return nil
}

// denied is a refusal whose reason is in the page's detail, conflict another one.
func denied(reason string) *pipeline.Fault {
	return detailed(403, "Access was denied to this resource.", reason)
}

func conflict(reason string) *pipeline.Fault {
	return detailed(409, "There was a conflict when trying to complete your request.", reason)
}

func detailed(status int, explanation, detail string) *pipeline.Fault {
	return &pipeline.Fault{Status: status, Message: explanation, Name: detail}
}
