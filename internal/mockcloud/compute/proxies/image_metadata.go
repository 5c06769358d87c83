package proxies

import (
	"maps"

	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// imageItems is a request with several items of an image's metadata, imageItem one with the item that the path names; and what the
// image has in the end.
type (
	imageItems struct {
		Request map[string]string `body:"metadata"`
		after   map[string]string
	}
	imageItem struct {
		Request map[string]string `body:"meta"`
	}
)

func imageMetadataOperations(q quota.Limits) map[string]pipeline.Operation {
	set := func(name string, replace bool) pipeline.Operation {
		return pipeline.OperationOf[imageItems]{
			Steps: []pipeline.StepOf[imageItems]{{Name: name, Run: func(x *pipeline.Exchange, w *imageItems) *pipeline.Fault {
				return changeMetadata(x, q, func(before map[string]string) (map[string]string, *pipeline.Fault) {
					if w.after = before; replace {
						w.after = map[string]string{}
					}
					maps.Copy(w.after, w.Request)
					return w.after, nil
				})
			}}},
			Answer: func(_ *pipeline.Exchange, w *imageItems) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "metadata", w.after), nil
			},
		}.Operation()
	}
	return map[string]pipeline.Operation{
		"image-metadata.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			i, f := findImage(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "metadata", imageOf(x, i).Metadata), nil
		}},
		"image-metadata.show":    {Answer: showItem},
		"image-metadata.create":  set("set some items", false),
		"image-metadata.replace": set("replace all items", true),
		"image-metadata.update": pipeline.OperationOf[imageItem]{
			Steps: []pipeline.StepOf[imageItem]{{Name: "set one item", Run: func(x *pipeline.Exchange, w *imageItem) *pipeline.Fault {
				if _, same := w.Request[x.Params.Get("key")]; !same {
					return pipeline.BadRequest("Request body and URI mismatch")
				}
				return changeMetadata(x, q, func(before map[string]string) (map[string]string, *pipeline.Fault) {
					maps.Copy(before, w.Request)
					return before, nil
				})
			}}},
			Answer: func(_ *pipeline.Exchange, w *imageItem) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "meta", w.Request), nil
			},
		}.Operation(),
		"image-metadata.delete": {
			Steps: []pipeline.Step{{Name: "remove one item", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				key, unlimited := x.Params.Get("key"), quota.Limits{ServerMeta: -1}
				return changeMetadata(x, unlimited, func(before map[string]string) (map[string]string, *pipeline.Fault) {
					if _, there := before[key]; !there {
						return nil, pipeline.NotFound("Invalid metadata key")
					}
					delete(before, key)
					return before, nil
				})
			}}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	}
}

func showItem(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	i, f := findImage(x)
	if f != nil {
		return nil, f
	}
	key := x.Params.Get("key")
	value, there := i.Properties[key]
	if !there {
		return nil, pipeline.NotFound("The resource could not be found.")
	}
	return pipeline.Answer(200, "meta", map[string]string{key: value}), nil
}

// changeMetadata gives the image of the path the properties that how makes of a copy of those that it has.
func changeMetadata(
	x *pipeline.Exchange, q quota.Limits, how func(map[string]string) (map[string]string, *pipeline.Fault),
) *pipeline.Fault {
	var i *state.Image
	i, f := findImage(x)
	if f != nil {
		return f
	}
	after, f := how(imageOf(x, i).Metadata)
	if f != nil {
		return f
	}
	if q.ServerMeta >= 0 && len(after) > q.ServerMeta {
		return pipeline.Forbidden("Image metadata limit exceeded")
	}
	return setProperties(x, i, after)
}
