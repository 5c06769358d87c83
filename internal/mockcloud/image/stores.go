package image

import (
	"plumbline/internal/mockcloud/pipeline"
)

// store1 is the only store: files.
const store1 = "file"

var storeOperations = map[string]pipeline.Operation{
	"image-info.import": constantOperation(struct {
		Methods importMethods `json:"import-methods"`
	}{importMethods{Description: "Import methods available.", Type: "array", Value: importWays}}),
	"image-info.stores": constantOperation(struct {
		Stores []storeView `json:"stores"`
	}{[]storeView{{ID: store1, Default: "true"}}}),
	"image-info.stores-detail": constantOperation(struct {
		Stores []storeDetail `json:"stores"`
	}{[]storeDetail{{
		storeView: storeView{ID: store1, Default: "true"}, Type: store1,
		Properties: storeProperties{DataDir: "/var/lib/glance/images/", ChunkSize: 65536},
	}}}),
	"image-info.usage": constantOperation(struct {
		Usage struct{} `json:"usage"`
	}{}),
	"store-images.delete": {Steps: []pipeline.Step{{Name: "keep the only data", Refuses: 403, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if name := x.Params.Get("store_id"); name != store1 {
			return pipeline.Conflict("The selected store %s is not available on this node.", name)
		}
		return pipeline.Forbidden("Cannot delete image data from the only store containing it. Consider deleting the image instead.")
	}}}, Answer: answerNoContent},
	"cached-images.list": uncached, "cached-images.add": uncached, "cached-images.delete": uncached, "cached-images.delete-all": uncached,
}

// uncached is an operation on the cache, which the service does not have.
var uncached = pipeline.Operation{
	Steps: []pipeline.Step{{Name: "have no cache", Refuses: 404, Run: func(*pipeline.Exchange) *pipeline.Fault {
		return pipeline.NotFound("Caching via API is not supported at this site.")
	}}},
	Answer: answerNoContent,
}

type importMethods struct {
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Value       []string `json:"value"`
}

type storeView struct {
	ID      string `json:"id"`
	Default string `json:"default"`
}

type storeDetail struct {
	storeView
	Type       string          `json:"type"`
	Properties storeProperties `json:"properties"`
}

type storeProperties struct {
	DataDir   string `json:"data_dir"`
	ChunkSize int    `json:"chunk_size"`
	Thin      bool   `json:"thin_provisioning"`
}
