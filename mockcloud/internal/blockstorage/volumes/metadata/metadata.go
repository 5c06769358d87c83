package metadata

import (
	"maps"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Operations holds the operations on the metadata of volumes.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"volume-metadata.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return answer[pipeline.Nothing](x, nil)
		}},
		"volume-metadata.show": {Answer: show},
		"volume-metadata.create": pipeline.OperationOf[several]{
			Steps:  []pipeline.StepOf[several]{{Name: "metadata can change", Run: canChange[several]}, {Name: "add the metadata", Run: add}},
			Answer: answer[several],
		}.Operation(),
		"volume-metadata.replace": pipeline.OperationOf[several]{
			Steps:  []pipeline.StepOf[several]{{Name: "metadata can change", Run: canChange[several]}, {Name: "replace the metadata", Run: replace}},
			Answer: answer[several],
		}.Operation(),
		"volume-metadata.update": pipeline.OperationOf[one]{
			Steps: []pipeline.StepOf[one]{{Name: "metadata can change", Run: itemCanChange}, {Name: "set the item", Run: set}},
			Answer: func(_ *pipeline.Exchange, w *one) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "meta", w.Meta), nil
			},
		}.Operation(),
		"volume-metadata.delete": pipeline.OperationOf[pipeline.Nothing]{
			Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "the item is there", Run: itemThere}, {Name: "remove the item", Run: remove}},
			Answer: record.AnswerEmpty[pipeline.Nothing],
		}.Operation(),
	}}
}

// several holds the values that the steps of operations on all items share.
type several struct {
	Metadata map[string]string `body:"metadata"`
}

// one holds the values that the steps of volume-metadata.update share: an object with one item.
type one struct {
	Meta map[string]string `body:"meta"`
}

// key is the key of the item in the path.
func key(x *pipeline.Exchange) string { return x.Params.Get("metadata_key") }

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	v := record.Volume(x)
	value, there := v.Metadata[key(x)]
	if !there {
		return nil, noItem(v, key(x))
	}
	return pipeline.Answer(200, "meta", map[string]string{key(x): value}), nil
}

func answer[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", maps.Clone(record.Volume(x).Metadata)), nil
}

func noItem(v *state.Volume, key string) *pipeline.Fault {
	return pipeline.NotFound("Volume %s has no metadata with key %s.", v.ID, key)
}

func canChange[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if v := record.Volume(x); v.Status == state.VolumeMaintenance || v.Status == state.VolumeUploading {
		return record.InvalidVolume("Updating volume metadata is not allowed for volumes in %s status.", v.Status)
	}
	return nil
}

func itemCanChange(x *pipeline.Exchange, w *one) *pipeline.Fault {
	if _, inPath := w.Meta[key(x)]; !inPath {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	return canChange(x, w)
}

func add(x *pipeline.Exchange, w *several) *pipeline.Fault {
	return merge(x, record.Volume(x).Metadata, w.Metadata)
}

func set(x *pipeline.Exchange, w *one) *pipeline.Fault {
	return merge(x, record.Volume(x).Metadata, w.Meta)
}

func replace(x *pipeline.Exchange, w *several) *pipeline.Fault { return merge(x, nil, w.Metadata) }

// merge sets the metadata to the kept items, overridden by the given ones.
func merge(x *pipeline.Exchange, kept, given map[string]string) *pipeline.Fault {
	merged := map[string]string{}
	maps.Copy(merged, kept)
	maps.Copy(merged, given)
	record.Change(x, func(v *state.Volume) { v.Metadata = merged })
	return nil
}

func itemThere(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	v := record.Volume(x)
	if _, there := v.Metadata[key(x)]; !there {
		return noItem(v, key(x))
	}
	return nil
}

func remove(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	record.Change(x, func(v *state.Volume) {
		v.Metadata = maps.Clone(v.Metadata)
		delete(v.Metadata, key(x))
	})
	return nil
}
