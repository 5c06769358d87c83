package image

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// workImport is the scheduled work that makes staged data an image's own.
const workImport = "images.import"

// importWays are the ways of import, as the service lists them.
var importWays = []string{"glance-direct", "web-download", "copy-image"}

// importing holds the values that the steps of images.import share.
type importing struct {
	Request importRequest `body:""`
	whole   state.JSON
}

type importRequest struct {
	Method         *importWay    `json:"method"`
	Stores         []string      `json:"stores"`
	All            body.Opt[any] `json:"all_stores"`
	AllMustSucceed body.Opt[any] `json:"all_stores_must_succeed"`
}

type importWay struct {
	Name body.Opt[any]    `json:"name"`
	URI  body.Opt[string] `json:"uri"`
}

func (w *importWay) name() string {
	return body.As[string](w.Name.Or(nil))
}

func importOperationSet() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"images.stage": {
				Steps:  []pipeline.Step{{Name: "stage the data", Run: stage}},
				Answer: answerNoContent,
			},
			"images.import": pipeline.OperationOf[importing]{
				Steps: []pipeline.StepOf[importing]{
					{Name: "keep what is asked for", Run: readImport},
					{Name: "check the image's status", Refuses: 409, Run: canImport},
					{Name: "check where the data comes from and goes to", Refuses: 400, Run: checkPlaces},
					{Name: "begin the import", Run: beginImport},
				},
				Answer: func(*pipeline.Exchange, *importing) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Status(202), nil
				},
			}.Operation(),
			"image-tasks.list": {Answer: listImports},
		},
		Async: map[string]pipeline.Async{
			workImport: pipeline.AsyncOf[string]{Steps: []pipeline.StepOf[string]{{Name: "import the data", Run: importData}}}.Async(),
		},
	}
}

func stage(x *pipeline.Exchange) *pipeline.Fault {
	img := *pipeline.Subject[state.Image](x)
	if img.Status != "queued" {
		return pipeline.Conflict("Image status transition from %s to uploading is not allowed", img.Status)
	}
	size := int64(len(x.Raw))
	img.Status, img.Staged, img.Size, img.Updated = "uploading", x.Raw, &size, x.Now()
	state.Images.Insert(x.Txn, &img)
	return nil
}

func readImport(x *pipeline.Exchange, w *importing) *pipeline.Fault {
	w.whole = state.JSONOf(x.Body)
	return nil
}

// checkImport checks the body of an import before the image is looked up.
func checkImport(sent *importRequest) *pipeline.Fault {
	switch way := sent.Method; {
	case way == nil:
		return pipeline.BadRequest("Import request requires a 'method' field.")
	case !way.Name.Given():
		return pipeline.BadRequest("Import request requires a 'name' field.")
	case !slices.Contains(importWays, way.name()):
		return pipeline.BadRequest("Unknown import method name '%s'.", python.Str(way.Name.Or(nil)))
	}
	for _, flag := range []struct {
		name  string
		given body.Opt[any]
	}{{"all_stores_must_succeed", sent.AllMustSucceed}, {"all_stores", sent.All}} {
		if v := flag.given.Or(false); v != true && v != false || flag.given.IsNull() {
			return pipeline.BadRequest("'%s' must be boolean value only", flag.name)
		}
	}
	return nil
}

// canImport asks whether the image has the status that the way of import needs, and its formats.
func canImport(x *pipeline.Exchange, w *importing) *pipeline.Fault {
	img, way := pipeline.Subject[state.Image](x), w.Request.Method.name()
	switch {
	case img.Status == "active" && way != "copy-image":
		return pipeline.Conflict("Image with status active cannot be target for import")
	case img.Status != "active" && way == "copy-image":
		return pipeline.Conflict("Only images with status active can be targeted for copying")
	case img.Status != "queued" && way == "web-download":
		return pipeline.Conflict("Image needs to be in 'queued' state to use '%s' method", way)
	case img.Status != "uploading" && way == "glance-direct":
		return pipeline.Conflict("Image needs to be staged before 'glance-direct' method can be used")
	case img.ContainerFormat == nil:
		return pipeline.Conflict("'container_format' needs to be set before import")
	case img.DiskFormat == nil:
		return pipeline.Conflict("'disk_format' needs to be set before import")
	case img.Properties["os_glance_import_task"] != "":
		return pipeline.Conflict("Image has active task")
	case way == "copy-image":
		return x.Demand("copy_image")
	}
	return nil
}

// checkPlaces refuses stores that are not there, and every address to download from: the mock asks no other machine for data.
func checkPlaces(_ *pipeline.Exchange, w *importing) *pipeline.Fault {
	for _, name := range w.Request.Stores {
		if name != store1 {
			return pipeline.Conflict("Store for identifier %s not found", name)
		}
	}
	switch way := w.Request.Method; way.name() {
	case "copy-image":
		return pipeline.BadRequest("Image is already present at store '%s'", store1)
	case "web-download":
		return pipeline.BadRequest("URI for web-download does not pass filtering: %s", way.URI.Or("None"))
	}
	return nil
}

func beginImport(x *pipeline.Exchange, w *importing) *pipeline.Fault {
	img := *pipeline.Subject[state.Image](x)
	input := fmt.Sprintf(`{"image_id":%q,"import_req":%s,"backend":[%q]}`, img.ID, w.whole, store1)
	task := startTask(x, "api_image_import", state.JSON(input))
	task.ImageID = img.ID
	state.ImageTasks.Insert(x.Txn, task)
	setProperties(&img, map[string]string{
		"os_glance_import_task": task.ID, "os_glance_importing_to_stores": store1, "os_glance_failed_import": "",
	})
	img.Status = "importing"
	state.Images.Insert(x.Txn, &img)
	x.Schedule(workImport, img.ID, task.ID, task.ID)
	return nil
}

func setProperties(img *state.Image, set map[string]string) {
	img.Properties = maps.Clone(img.Properties)
	if img.Properties == nil {
		img.Properties = map[string]string{}
	}
	maps.Copy(img.Properties, set)
}

func importData(x *pipeline.Exchange, task *string) *pipeline.Fault {
	found := state.Images.Get(x.Txn, x.Event.Resource)
	t := state.ImageTasks.Get(x.Txn, *task)
	if found == nil || t == nil {
		return nil
	}
	img := *found
	setProperties(&img, map[string]string{"os_glance_importing_to_stores": ""})
	delete(img.Properties, "os_glance_import_task")
	Fill(&img, img.Staged)
	img.Staged, img.Updated = nil, x.Now()
	state.Images.Insert(x.Txn, &img)
	endTask(x, t, "success", fmt.Sprintf("Copied %d MiB", *img.Size>>20), state.JSON(fmt.Sprintf(`{"image_id":%q}`, img.ID)))
	return nil
}
