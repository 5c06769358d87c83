package image

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of images.create share, modification those of images.update.
type (
	creation struct {
		Request newImage `body:""`
		image   state.Image
	}
	modification struct {
		Changes []any `body:""`
		image   state.Image
	}
)

// newImage is the body of images.create.
type newImage struct {
	ID body.Opt[string] `json:"id"`
	fields
}

var imageOperations = map[string]pipeline.Operation{
	"images.list": {Answer: list},
	"images.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, view(pipeline.Subject[state.Image](x))), nil
	}},
	"images.create": pipeline.OperationOf[creation]{
		Steps: []pipeline.StepOf[creation]{
			{Name: "refuse keys that only the service sets", Refuses: 403, Run: refuseKeys},
			{Name: "fill in the image", Run: fill},
			{Name: "ask policy about visibility", Run: func(x *pipeline.Exchange, w *creation) *pipeline.Fault { return mayHave(x, &w.image) }},
			{Name: "store the image", Run: func(x *pipeline.Exchange, w *creation) *pipeline.Fault { return store(x, &w.image) }},
		},
		Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(201, view(&w.image)).WithHeader("Location", x.Base+"/images/"+w.image.ID).
				WithHeader("Openstack-Image-Import-Methods", strings.Join(importWays, ",")).
				WithHeader("Openstack-Image-Store-Ids", store1+",os_glance_staging_store,os_glance_tasks_store"), nil
		},
	}.Operation(),
	"images.update": pipeline.OperationOf[modification]{
		Steps: []pipeline.StepOf[modification]{
			{Name: "apply the changes", Requirements: []string{"LCK-40", "LCK-58"}, Run: change},
			{Name: "store the image", Run: func(x *pipeline.Exchange, w *modification) *pipeline.Fault { return store(x, &w.image) }},
		},
		Answer: func(_ *pipeline.Exchange, w *modification) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, view(&w.image)), nil
		},
	}.Operation(),
	"images.delete": {
		Steps: []pipeline.Step{
			{Name: "refuse a protected image", Requirements: []string{"LCK-48"}, Refuses: 403, Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if img := pipeline.Subject[state.Image](x); img.Protected {
					return pipeline.Forbidden("Image %s is protected and cannot be deleted.", img.ID)
				}
				return nil
			}},
			{Name: "delete the image", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				state.Images.Delete(x.Txn, pipeline.Subject[state.Image](x).ID)
				return nil
			}},
		},
		Answer: answerNoContent,
	},
}

func answerNoContent(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}

// find looks an image up; one that the caller may not see is not found.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	img := state.Images.Get(x.Txn, id)
	if img == nil || !Visible(img, x.Caller) {
		if x.Operation.ID == "images.delete" {
			return pipeline.NotFound("Failed to find image %s to delete", id)
		}
		return notFound(x, id)
	}
	x.SetSubject(img, policy.Target{ProjectID: img.Owner})
	return nil
}

// notFound is the fault for an image that the caller does not see; each resource has its own words.
func notFound(x *pipeline.Exchange, id string) *pipeline.Fault {
	switch resource, _, _ := strings.Cut(x.Operation.ID, "."); resource {
	case "image-members", "image-tags":
		return pipeline.NotFound("Image %s not found.", id)
	case "image-tasks":
		return pipeline.NotFound("The resource could not be found.")
	}
	return pipeline.NotFound("No image found with ID %s", id)
}

// Visible tells whether a caller may see an image: administrators see all, others public and community images, those of their
// project, and those that are shared with it.
func Visible(img *state.Image, c *pipeline.Caller) bool {
	return c.Admin() || img.Visibility == "public" || img.Visibility == "community" ||
		c.ProjectID != "" && (img.Owner == c.ProjectID || sharedWith(img, c) != "")
}

// sharedWith is what the caller's project said to an image that is shared with it, "" if it is not.
func sharedWith(img *state.Image, c *pipeline.Caller) string {
	for _, m := range img.Members {
		if img.Visibility == "shared" && m.ProjectID == c.ProjectID {
			return m.Status
		}
	}
	return ""
}

func fill(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	now, r := x.Now(), &w.Request
	w.image = state.Image{
		ID: x.Env.IDs.UUID(), Status: "queued", Visibility: "shared", Owner: x.Caller.ProjectID,
		Created: now, Updated: now, Properties: map[string]string{},
	}
	if id, ok := r.ID.Get(); ok {
		if state.Images.Get(x.Txn, id) != nil {
			return pipeline.Conflict("Image ID %s already exists!", id)
		}
		w.image.ID = id
	}
	if owner := r.Owner.Or("None"); r.Owner.Given() && owner != w.image.Owner && !x.Caller.Admin() {
		if x.Env.Policy.Mode() == policy.Legacy {
			return pipeline.Forbidden("You are not permitted to create images owned by '%s'.", owner)
		}
		return denied("You are not permitted to create images owned by '" + owner + "'")
	}
	if fault := r.set(&w.image); fault != nil {
		return fault
	}
	return enoughProperties(w.image.Properties)
}

// refuseKeys refuses keys that a body may not have, after the schema has checked their values.
func refuseKeys(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	sent := body.As[state.Extra](x.Body)
	keys := slices.Sorted(maps.Keys(sent))
	for _, key := range keys {
		if len([]rune(key)) > 255 {
			return pipeline.BadRequest("Custom property should not be greater than 255 characters.")
		}
		if isReserved(key) {
			return denied("Attribute '" + key + "' is reserved.")
		}
	}
	for _, key := range []string{"created_at", "updated_at", "status", "checksum", "size", "virtual_size"} {
		if _, given := sent[key]; given {
			return pipeline.Forbidden("Attribute '%s' is read-only.", key)
		}
	}
	if _, given := sent["locations"]; given {
		return pipeline.Forbidden("Attribute 'locations' is reserved.")
	}
	// Hashes are taken, and the service sets its own.
	delete(w.Request.Properties, "os_hash_algo")
	delete(w.Request.Properties, "os_hash_value")
	return nil
}

// mayHave checks whether policy allows the caller to set the image's visibility.
func mayHave(x *pipeline.Exchange, img *state.Image) *pipeline.Fault {
	rule := map[string]string{"public": "publicize_image", "community": "communitize_image"}[img.Visibility]
	if rule != "" && !x.Allows(rule) {
		return policyFault(x, rule)
	}
	return nil
}

func store(x *pipeline.Exchange, img *state.Image) *pipeline.Fault {
	if img.Serial == 0 {
		img.Serial = x.Txn.Next("images")
	}
	state.Images.Insert(x.Txn, img)
	return nil
}
