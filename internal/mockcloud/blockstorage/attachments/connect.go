package attachments

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// connector is the description of a host in the request. It can have any keys; the service reads the ones below.
type connector struct {
	all map[string]any
	// host, mountpoint and mode are nil if they are missing or not texts.
	host, mountpoint, mode *string
}

// ReadBody implements body.Reader.
func (c *connector) ReadBody(v any) {
	c.all, _ = v.(map[string]any)
	for key, field := range map[string]**string{"host": &c.host, "mountpoint": &c.mountpoint, "mode": &c.mode} {
		if text, ok := c.all[key].(string); ok {
			*field = &text
		}
	}
}

// namesHost tells whether the key host is given, as a text or not.
func (c *connector) namesHost() bool {
	_, named := c.all["host"]
	return named
}

// update holds the values that the steps of attachments.update share.
type update struct {
	Request struct {
		Connector connector `json:"connector"`
	} `body:"attachment"`
	// told is the connection that the answer shows.
	told *state.VolumeConnection
}

func namesHost(_ *pipeline.Exchange, w *update) *pipeline.Fault {
	if !w.Request.Connector.namesHost() {
		return pipeline.Refuse(500, "Unable to update the attachment.")
	}
	return nil
}

func canConnect(x *pipeline.Exchange, _ *update) *pipeline.Fault {
	a := attachment(x)
	v := record.Visible(x, a.VolumeID)
	refuse := func(why string) *pipeline.Fault {
		return pipeline.Refuse(500, "Unable to update attachment.(%s).", why)
	}
	if v == nil {
		return refuse(record.NotFound(a.VolumeID).Message)
	}
	if strings.Contains(string(v.Status), "error") {
		return refuse("Invalid volume: Volume attachments can not be updated if the volume is in an error state. The Volume " + v.ID +
			" currently has a status of: " + string(v.Status) + " ")
	}
	all := record.Attachments(x, v.ID)
	connected := slices.ContainsFunc(all, func(a *state.VolumeAttachment) bool { return a.Connection != nil })
	if len(all) > 1 && !v.Multiattach && connected {
		return refuse("Invalid volume: duplicate connectors detected on volume " + v.ID)
	}
	return nil
}

func connectHost(x *pipeline.Exchange, w *update) *pipeline.Fault {
	w.told = connect(x, attachment(x), w.Request.Connector)
	return nil
}

// connect records the host of an attachment, sets the volume to attaching, and answers the connection for the host.
func connect(x *pipeline.Exchange, a *state.VolumeAttachment, host connector) *state.VolumeConnection {
	info := Connection(a.VolumeID)
	info.Driver, info.AttachmentID = "local", a.ID
	mode := "rw"
	if host.mode != nil {
		mode = *host.mode
	}
	if a.Mode != "null" {
		mode = a.Mode
	}
	now := x.Now()
	replaceAttachment(x, a, func(a *state.VolumeAttachment) {
		a.Status, a.Mode, a.Attached, a.Connector, a.Connection = state.AttachAttaching, mode, &now, host.all, info
		a.Host, a.Mountpoint = "", "na"
		if host.host != nil {
			a.Host = *host.host
		}
		if host.mountpoint != nil && *host.mountpoint != "" {
			a.Mountpoint = *host.mountpoint
		}
	})
	record.Put(x, state.Volumes.Get(x.Txn, a.VolumeID),
		func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeAttaching, state.AttachAttaching })
	return info
}

// Connection is the connection_info of an attachment in answers.
func Connection(volumeID string) *state.VolumeConnection {
	return &state.VolumeConnection{DevicePath: "/var/lib/volumes/volume-" + volumeID, AccessMode: "rw"}
}
