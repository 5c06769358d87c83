package blockstorage

import (
	"maps"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var metadataOperations = map[string]pipeline.Operation{
	"volume-metadata.list": {Answer: answerMetadata},
	"volume-metadata.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		v, key := pipeline.Subject[state.Volume](x), x.Params.Get("metadata_key")
		value, there := v.Metadata[key]
		if !there {
			return nil, noItem(v, key)
		}
		return pipeline.Answer(200, "meta", map[string]string{key: value}), nil
	}},
	"volume-metadata.create": {
		Steps: []pipeline.Step{
			{Name: "metadata can change", Run: metadataCanChange},
			{Name: "add the metadata", Run: func(x *pipeline.Exchange) *pipeline.Fault { return mergeMetadata(x, x.Inner("metadata"), true) }},
		},
		Answer: answerMetadata,
	},
	"volume-metadata.replace": {
		Steps: []pipeline.Step{
			{Name: "metadata can change", Run: metadataCanChange},
			{Name: "replace the metadata", Run: func(x *pipeline.Exchange) *pipeline.Fault { return mergeMetadata(x, x.Inner("metadata"), false) }},
		},
		Answer: answerMetadata,
	},
	"volume-metadata.update": {
		Steps: []pipeline.Step{
			{Name: "metadata can change", Run: metadataCanChange},
			{Name: "set the item", Run: func(x *pipeline.Exchange) *pipeline.Fault { return mergeMetadata(x, x.Inner("meta"), true) }},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "meta", texts(x.Inner("meta"))), nil
		},
	},
	"volume-metadata.delete": {
		Steps: []pipeline.Step{
			{Name: "the item is there", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v, key := pipeline.Subject[state.Volume](x), x.Params.Get("metadata_key")
				if _, there := v.Metadata[key]; !there {
					return noItem(v, key)
				}
				return nil
			}},
			{Name: "remove the item", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				change(x, func(v *state.Volume) {
					v.Metadata = maps.Clone(v.Metadata)
					delete(v.Metadata, x.Params.Get("metadata_key"))
				})
				return nil
			}},
		},
		Answer: done,
	},
}

func answerMetadata(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", maps.Clone(pipeline.Subject[state.Volume](x).Metadata)), nil
}

func noItem(v *state.Volume, key string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s has no metadata with key %s.", v.ID, key)
}

func metadataCanChange(x *pipeline.Exchange) *pipeline.Fault {
	v := pipeline.Subject[state.Volume](x)
	if _, inPath := x.Inner("meta")[x.Params.Get("metadata_key")]; x.Operation.ID == "volume-metadata.update" && !inPath {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	if v.Status == state.VolumeMaintenance || v.Status == state.VolumeUploading {
		return invalidVolume("Updating volume metadata is not allowed for volumes in %s status.", v.Status)
	}
	return nil
}

func mergeMetadata(x *pipeline.Exchange, given map[string]any, keep bool) *pipeline.Fault {
	change(x, func(v *state.Volume) {
		merged := map[string]string{}
		if keep {
			maps.Copy(merged, v.Metadata)
		}
		maps.Copy(merged, texts(given))
		v.Metadata = merged
	})
	return nil
}
