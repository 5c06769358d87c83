package disks

import (
	"net/url"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// The microversions of block storage that compute's requests use.
var (
	VolumesAt     = openapi.MustVersion("3.48")
	attachmentsAt = openapi.MustVersion("3.44")
	// ReimageAt is the first one that can write an image to an attached volume.
	ReimageAt = openapi.MustVersion("3.68")
)

// CallBlockStorage makes a request to block storage on behalf of the exchange's user. The stage of block storage's fault is dropped:
// for compute the fault comes from the step that made the request.
func CallBlockStorage(x *pipeline.Exchange, at openapi.Version, method, path string, body any) pipeline.Reply {
	r := x.Call(pipeline.Call{Service: openapi.BlockStorage, Method: method, Path: path, Version: at, Body: body})
	if r.Fault != nil {
		r.Fault = pipeline.Refuse(r.Status, "%s", r.Fault.Message)
	}
	return r
}

// VolumeOf fetches a volume from block storage; its fault says that the user can see no such volume.
func VolumeOf(x *pipeline.Exchange, id string) (*state.Volume, *pipeline.Fault) {
	r := CallBlockStorage(x, VolumesAt, "GET", "/volumes/"+url.PathEscape(id), nil)
	v := state.Volumes.Get(x.Txn, r.Text("volume", "id"))
	if !r.OK() || v == nil {
		return nil, pipeline.NotFound("Volume %s could not be found.", id)
	}
	return v, nil
}

// aboutAttachment is the body of a request about an attachment.
type aboutAttachment[T any] struct {
	Attachment T `json:"attachment"`
}

// reservation is the request for an attachment without a connector.
type reservation struct {
	Server string `json:"instance_uuid"`
	Volume string `json:"volume_uuid"`
}

// connection is the request that sets an attachment's connector.
type connection struct {
	Connector connector `json:"connector"`
}

// connector describes to block storage the host that uses a volume, and the volume's device there.
type connector struct {
	Host      string `json:"host"`
	Initiator string `json:"initiator"`
	IP        string `json:"ip"`
	Device    string `json:"mountpoint"`
	Multipath bool   `json:"multipath"`
	System    string `json:"os_type"`
	Platform  string `json:"platform"`
}

// Reserve makes an attachment without a connector and answers its id: from then on the volume is reserved for the server, whichever
// host the server will run on.
func Reserve(x *pipeline.Exchange, volume, server string) (string, *pipeline.Fault) {
	r := CallBlockStorage(x, attachmentsAt, "POST", "/attachments", aboutAttachment[reservation]{reservation{Server: server, Volume: volume}})
	return r.Text("attachment", "id"), r.Fault
}

// Connect sets the connector of an attachment: the server's host, and the device of the volume there.
func Connect(x *pipeline.Exchange, attachment string, s *state.Server, device string) *pipeline.Fault {
	return CallBlockStorage(x, attachmentsAt, "PUT", "/attachments/"+attachment, aboutAttachment[connection]{connection{connector{
		Host: s.Host, IP: "127.0.0.1", Initiator: "iqn.2010-10.org.openstack:" + s.Host, Platform: "x86_64", System: "linux", Device: device,
	}}}).Fault
}

// Complete marks the volume of an attachment as in use.
func Complete(x *pipeline.Exchange, attachment string) *pipeline.Fault {
	return CallBlockStorage(x, attachmentsAt, "POST", "/attachments/"+attachment+"/action", map[string]struct{}{"os-complete": {}}).Fault
}

// Release deletes an attachment. An attachment that is gone already is no fault.
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

// reimage is the request to write an image to a volume.
type reimage struct {
	Image    string `json:"image_id"`
	Reserved bool   `json:"reimage_reserved"`
}

// Reimage has block storage write an image to a volume that is reserved.
func Reimage(x *pipeline.Exchange, volume, image string) *pipeline.Fault {
	return VolumeAction(x, ReimageAt, volume, "os-reimage", reimage{Image: image, Reserved: true})
}
