package metadata

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// ImageOperations holds the operations on the image metadata of volumes.
func ImageOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"volumes.set-image-metadata": pipeline.OperationOf[learning]{
			Steps: []pipeline.StepOf[learning]{
				{Name: "metadata can change", Run: canChange[learning]},
				{Name: "add to what is known of the image", Run: learn},
			},
			Answer: answerImage[learning],
		}.Operation(),
		"volumes.unset-image-metadata": pipeline.OperationOf[forgetting]{
			Steps:  []pipeline.StepOf[forgetting]{{Name: "the item is known", Run: itemKnown}, {Name: "forget the item", Run: forget}},
			Answer: record.AnswerRemoved[forgetting],
		}.Operation(),
		"volumes.show-image-metadata": {Reads: true, Answer: showImage},
	}}
}

// learning holds the values that the steps of volumes.set-image-metadata share.
type learning struct {
	Request struct {
		Metadata map[string]string `json:"metadata"`
	} `body:"os-set_image_metadata"`
}

// forgetting holds the values that the steps of volumes.unset-image-metadata share.
type forgetting struct {
	Request struct {
		Key string `json:"key"`
	} `body:"os-unset_image_metadata"`
}

func learn(x *pipeline.Exchange, w *learning) *pipeline.Fault {
	record.Change(x, func(v *state.Volume) {
		merged := map[string]string{}
		maps.Copy(merged, v.ImageMetadata)
		maps.Copy(merged, w.Request.Metadata)
		v.ImageMetadata = merged
	})
	return nil
}

func itemKnown(x *pipeline.Exchange, w *forgetting) *pipeline.Fault {
	v := record.Volume(x)
	if _, there := v.ImageMetadata[w.Request.Key]; !there {
		return noImage(v)
	}
	return nil
}

func forget(x *pipeline.Exchange, w *forgetting) *pipeline.Fault {
	record.Change(x, func(v *state.Volume) {
		v.ImageMetadata = maps.Clone(v.ImageMetadata)
		delete(v.ImageMetadata, w.Request.Key)
	})
	return nil
}

func showImage(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if v := record.Volume(x); len(v.ImageMetadata) == 0 {
		return nil, noImage(v)
	}
	return answerImage[pipeline.Nothing](x, nil)
}

func answerImage[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", maps.Clone(record.Volume(x).ImageMetadata)), nil
}

func noImage(v *state.Volume) *pipeline.Fault {
	return pipeline.NotFound("Glance metadata for volume/snapshot %s cannot be found.", v.ID)
}
