package compute

import (
	"net/url"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// The microversions of block storage that compute asks for.
var (
	volumesAt     = openapi.MustVersion("3.48")
	attachmentsAt = openapi.MustVersion("3.44")
	// reimageAt is the first one that can write an image to a volume that a server has.
	reimageAt = openapi.MustVersion("3.68")
)

// askVolumes makes a request of block storage on behalf of the exchange's user. Where its fault comes from over
// there says nothing here: the step that asked is where it comes from.
func askVolumes(x *pipeline.Exchange, at openapi.Version, method, path string, body any) pipeline.Reply {
	r := x.Call(pipeline.Call{Service: openapi.BlockStorage, Method: method, Path: path, Version: at, Body: body})
	if r.Fault != nil {
		r.Fault = pipeline.Refuse(r.Status, "%s", r.Fault.Message)
	}
	return r
}

// volumeOf asks for a volume; its fault says that there is none that the user may see.
func volumeOf(x *pipeline.Exchange, id string) (*state.Volume, *pipeline.Fault) {
	r := askVolumes(x, volumesAt, "GET", "/volumes/"+url.PathEscape(id), nil)
	v := state.Volumes.Get(x.Txn, r.Text("volume", "id"))
	if !r.OK() || v == nil {
		return nil, pipeline.NotFound("Volume %s could not be found.", id)
	}
	return v, nil
}

// reserve makes an attachment without a connector and answers its id: the volume is the server's from then on,
// wherever it is going to run.
func reserve(x *pipeline.Exchange, volume, server string) (string, *pipeline.Fault) {
	r := askVolumes(x, attachmentsAt, "POST", "/attachments", map[string]any{
		"attachment": map[string]any{"volume_uuid": volume, "instance_uuid": server},
	})
	return r.Text("attachment", "id"), r.Fault
}

// connect tells block storage which host the volume of an attachment is used on, and as which device.
func connect(x *pipeline.Exchange, attachment string, s *state.Server, device string) *pipeline.Fault {
	return askVolumes(x, attachmentsAt, "PUT", "/attachments/"+attachment, map[string]any{
		"attachment": map[string]any{"connector": map[string]any{
			"host": s.Host, "ip": "127.0.0.1", "initiator": "iqn.2010-10.org.openstack:" + s.Host,
			"platform": "x86_64", "os_type": "linux", "multipath": false, "mountpoint": device,
		}},
	}).Fault
}

// complete tells block storage that the volume of an attachment is in use.
func complete(x *pipeline.Exchange, attachment string) *pipeline.Fault {
	return askVolumes(x, attachmentsAt, "POST", "/attachments/"+attachment+"/action", map[string]any{"os-complete": map[string]any{}}).Fault
}

// release takes an attachment away. One that is gone already is no fault.
func release(x *pipeline.Exchange, attachment string) *pipeline.Fault {
	if attachment == "" {
		return nil
	}
	if r := askVolumes(x, attachmentsAt, "DELETE", "/attachments/"+attachment, nil); !r.OK() && r.Status != 404 {
		return r.Fault
	}
	return nil
}

// discard deletes a volume. Nobody hears of it when that fails: a server must be deletable.
func discard(x *pipeline.Exchange, volume string) {
	askVolumes(x, volumesAt, "DELETE", "/volumes/"+volume, nil)
}

// volumeAction performs an action of a volume.
func volumeAction(x *pipeline.Exchange, at openapi.Version, volume, action string, body map[string]any) *pipeline.Fault {
	return askVolumes(x, at, "POST", "/volumes/"+volume+"/action", map[string]any{action: body}).Fault
}

// reimage has block storage write an image to a volume that is reserved.
func reimage(x *pipeline.Exchange, volume, image string) *pipeline.Fault {
	return volumeAction(x, reimageAt, volume, "os-reimage", map[string]any{"image_id": image, "reimage_reserved": true})
}
