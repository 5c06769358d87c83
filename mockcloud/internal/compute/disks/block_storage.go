package disks

import (
	"net/url"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// The microversions of block storage that compute asks for.
var (
	VolumesAt     = openapi.MustVersion("3.48")
	attachmentsAt = openapi.MustVersion("3.44")
	// ReimageAt is the first one that can write an image to a volume that a server has.
	ReimageAt = openapi.MustVersion("3.68")
)

// CallBlockStorage makes a request of block storage on behalf of the exchange's user. Where its fault comes from over
// there says nothing here: the step that asked is where it comes from.
func CallBlockStorage(x *pipeline.Exchange, at openapi.Version, method, path string, body any) pipeline.Reply {
	r := x.Call(pipeline.Call{Service: openapi.BlockStorage, Method: method, Path: path, Version: at, Body: body})
	if r.Fault != nil {
		r.Fault = pipeline.Refuse(r.Status, "%s", r.Fault.Message)
	}
	return r
}

// VolumeOf asks for a volume; its fault says that there is none that the user may see.
func VolumeOf(x *pipeline.Exchange, id string) (*state.Volume, *pipeline.Fault) {
	r := CallBlockStorage(x, VolumesAt, "GET", "/volumes/"+url.PathEscape(id), nil)
	v := state.Volumes.Get(x.Txn, r.Text("volume", "id"))
	if !r.OK() || v == nil {
		return nil, pipeline.NotFound("Volume %s could not be found.", id)
	}
	return v, nil
}

// aboutAttachment is a request's body about an attachment.
type aboutAttachment[T any] struct {
	Attachment T `json:"attachment"`
}

// reservation asks for an attachment that has no connector yet.
type reservation struct {
	Server string `json:"instance_uuid"`
	Volume string `json:"volume_uuid"`
}

// connection tells an attachment's connector.
type connection struct {
	Connector connector `json:"connector"`
}

// connector is what block storage is told of a host, and of the device that a volume is there.
type connector struct {
	Host      string `json:"host"`
	Initiator string `json:"initiator"`
	IP        string `json:"ip"`
	Device    string `json:"mountpoint"`
	Multipath bool   `json:"multipath"`
	System    string `json:"os_type"`
	Platform  string `json:"platform"`
}

// Reserve makes an attachment without a connector and answers its id: the volume is the server's from then on,
// wherever it is going to run.
func Reserve(x *pipeline.Exchange, volume, server string) (string, *pipeline.Fault) {
	r := CallBlockStorage(x, attachmentsAt, "POST", "/attachments", aboutAttachment[reservation]{reservation{Server: server, Volume: volume}})
	return r.Text("attachment", "id"), r.Fault
}

// Connect tells block storage which host the volume of an attachment is used on, and as which device.
func Connect(x *pipeline.Exchange, attachment string, s *state.Server, device string) *pipeline.Fault {
	return CallBlockStorage(x, attachmentsAt, "PUT", "/attachments/"+attachment, aboutAttachment[connection]{connection{connector{
		Host: s.Host, IP: "127.0.0.1", Initiator: "iqn.2010-10.org.openstack:" + s.Host, Platform: "x86_64", System: "linux", Device: device,
	}}}).Fault
}

// Complete tells block storage that the volume of an attachment is in use.
func Complete(x *pipeline.Exchange, attachment string) *pipeline.Fault {
	return CallBlockStorage(x, attachmentsAt, "POST", "/attachments/"+attachment+"/action", map[string]struct{}{"os-complete": {}}).Fault
}

// Release takes an attachment away. One that is gone already is no fault.
func Release(x *pipeline.Exchange, attachment string) *pipeline.Fault {
	if attachment == "" {
		return nil
	}
	if r := CallBlockStorage(x, attachmentsAt, "DELETE", "/attachments/"+attachment, nil); !r.OK() && r.Status != 404 {
		return r.Fault
	}
	return nil
}

// DeleteQuietly deletes a volume and ignores a failure: a server must be deletable.
func DeleteQuietly(x *pipeline.Exchange, volume string) {
	CallBlockStorage(x, VolumesAt, "DELETE", "/volumes/"+volume, nil)
}

// VolumeAction performs an action of a volume.
func VolumeAction[T any](x *pipeline.Exchange, at openapi.Version, volume, action string, body T) *pipeline.Fault {
	return CallBlockStorage(x, at, "POST", "/volumes/"+volume+"/action", map[string]T{action: body}).Fault
}

// reimage asks for an image to be written to a volume.
type reimage struct {
	Image    string `json:"image_id"`
	Reserved bool   `json:"reimage_reserved"`
}

// Reimage has block storage write an image to a volume that is reserved.
func Reimage(x *pipeline.Exchange, volume, image string) *pipeline.Fault {
	return VolumeAction(x, ReimageAt, volume, "os-reimage", reimage{Image: image, Reserved: true})
}
