package image

import (
	"maps"
	"slices"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var imageOperations = map[string]pipeline.Operation{
	"images.list": {Answer: list},
	"images.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Body(200, view(pipeline.Subject[state.Image](x))), nil
	}},
	"images.create": {
		Steps: []pipeline.Step{
			{Name: "fill in the image", Run: fill},
			{Name: "ask policy about visibility", Run: mayHave},
			{Name: "store the image", Run: store},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			img := pipeline.Work[state.Image](x)
			return pipeline.Body(201, view(img)).With("Location", x.Base+"/images/"+img.ID), nil
		},
	},
	"images.update": {
		Steps: []pipeline.Step{
			{Name: "apply the changes", Requirements: []string{"LCK-40", "LCK-58"}, Run: change},
			{Name: "store the image", Run: store},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, view(pipeline.Work[state.Image](x))), nil
		},
	},
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
		Answer: done,
	},
}

func done(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }

// find looks an image up; what the caller may not see does not exist for them.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	img := state.Images.Get(x.Txn, id)
	if img == nil || !Visible(img, x.Caller) {
		if x.Operation.ID == "images.delete" {
			return pipeline.NotFound("Failed to find image %s to delete", id)
		}
		return pipeline.NotFound("No image found with ID %s", id)
	}
	x.Found(img, policy.Target{ProjectID: img.Owner})
	return nil
}

// Visible tells whether a caller may see an image: administrators see all, others what is public or
// community, and what their project owns.
func Visible(img *state.Image, c *pipeline.Caller) bool {
	return c.Admin() || img.Visibility == "public" || img.Visibility == "community" ||
		c.ProjectID != "" && img.Owner == c.ProjectID
}

func fill(x *pipeline.Exchange) *pipeline.Fault {
	body, _ := x.Body.(map[string]any)
	now := x.Now()
	img := pipeline.Work[state.Image](x)
	*img = state.Image{
		ID: x.Env.IDs.UUID(), Status: "queued", Visibility: "shared", Owner: x.Caller.ProjectID,
		Created: now, Updated: now, Properties: map[string]string{},
	}
	if id, ok := body["id"].(string); ok {
		if state.Images.Get(x.Txn, id) != nil {
			return pipeline.Conflict("Image ID %s already exists!", id)
		}
		img.ID = id
	}
	if owner, ok := body["owner"].(string); ok && owner != img.Owner && !x.Caller.Admin() {
		fault := pipeline.Forbidden("Access was denied to this resource.")
		fault.Name = "You are not permitted to create images owned by '" + owner + "'"
		return fault
	}
	for _, key := range slices.Sorted(maps.Keys(body)) {
		if key == "id" {
			continue
		}
		if fault := set(img, key, body[key]); fault != nil {
			return fault
		}
	}
	return nil
}

// mayHave asks policy whether the caller may give an image its visibility.
func mayHave(x *pipeline.Exchange) *pipeline.Fault {
	rule := map[string]string{"public": "publicize_image", "community": "communitize_image"}[pipeline.Work[state.Image](x).Visibility]
	if rule != "" && !x.Allows(rule) {
		return refused(x, rule)
	}
	return nil
}

func store(x *pipeline.Exchange) *pipeline.Fault {
	img := pipeline.Work[state.Image](x)
	if img.Serial == 0 {
		img.Serial = x.Txn.Next("images")
	}
	state.Images.Insert(x.Txn, img)
	return nil
}
