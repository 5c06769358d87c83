package image

import (
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var tagOperations = map[string]pipeline.Operation{
	"image-tags.add": {
		Steps: []pipeline.Step{{Name: "add the tag", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			img := *pipeline.Subject[state.Image](x)
			if tag := x.Params.Get("tag"); !slices.Contains(img.Tags, tag) {
				if said := tooMany("tags", len(img.Tags)+1); said != "" {
					return pipeline.Refuse(413, "Image tag limit exceeded for image %s: %s:", img.ID, said)
				}
				img.Tags = slices.Sorted(slices.Values(append(slices.Clone(img.Tags), tag)))
				state.Images.Insert(x.Txn, &img)
			}
			return nil
		}}},
		Answer: answerNoContent,
	},
	"image-tags.remove": {
		Steps: []pipeline.Step{{Name: "remove the tag", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			img := *pipeline.Subject[state.Image](x)
			at := slices.Index(img.Tags, x.Params.Get("tag"))
			if at < 0 {
				return pipeline.NotFound("The resource could not be found.")
			}
			img.Tags = slices.Delete(slices.Clone(img.Tags), at, at+1)
			state.Images.Insert(x.Txn, &img)
			return nil
		}}},
		Answer: answerNoContent,
	},
}
