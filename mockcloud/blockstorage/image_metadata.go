package blockstorage

import (
	"maps"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var imageMetadataOperations = map[string]pipeline.Operation{
	"volumes.set-image-metadata": {
		Steps: []pipeline.Step{
			{Name: "metadata can change", Run: metadataCanChange},
			{Name: "add to what is known of the image", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				given, _ := x.Inner("os-set_image_metadata")["metadata"].(map[string]any)
				change(x, func(v *state.Volume) {
					merged := texts(given)
					for key, value := range v.ImageMetadata {
						if _, there := merged[key]; !there {
							merged[key] = value
						}
					}
					v.ImageMetadata = merged
				})
				return nil
			}},
		},
		Answer: answerImageMetadata,
	},
	"volumes.unset-image-metadata": {
		Steps: []pipeline.Step{
			{Name: "the item is known", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := pipeline.Subject[state.Volume](x)
				if _, there := v.ImageMetadata[unsetKey(x)]; !there {
					return noImageMetadata(v)
				}
				return nil
			}},
			{Name: "forget the item", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				change(x, func(v *state.Volume) {
					v.ImageMetadata = maps.Clone(v.ImageMetadata)
					delete(v.ImageMetadata, unsetKey(x))
				})
				return nil
			}},
		},
		Answer: done,
	},
	"volumes.show-image-metadata": {
		Reads: true,
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			if v := pipeline.Subject[state.Volume](x); len(v.ImageMetadata) == 0 {
				return nil, noImageMetadata(v)
			}
			return answerImageMetadata(x)
		},
	},
}

func unsetKey(x *pipeline.Exchange) string {
	key, _ := x.Inner("os-unset_image_metadata")["key"].(string)
	return key
}

func answerImageMetadata(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", maps.Clone(pipeline.Subject[state.Volume](x).ImageMetadata)), nil
}

func noImageMetadata(v *state.Volume) *pipeline.Fault {
	return pipeline.NotFound("Glance metadata for volume/snapshot %s cannot be found.", v.ID)
}
