package kinds

import (
	"encoding/base64"
	"fmt"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/kinds/software"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// The microversions at which servers of stacks are created: the one that has networks "none", and the one before it.
var (
	withoutNetworks = openapi.MustVersion("2.37")
	beforeThat      = openapi.MustVersion("2.36")
)

// createServer creates the server that the properties describe.
func createServer(t *kind.Task) *kind.Failure {
	p := decodeProperties[serverProperties](remote.WithIDs(t, t.Resource.Properties))
	if why := agentIsReached(t); why != nil {
		return why
	}
	name := record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
	if p.Name != "" {
		name = p.Name
	}
	request := newServer{SchedulerHints: p.SchedulerHints, Server: serverBody{
		Name: name, DiskConfig: p.DiskConfig, AdminPass: p.AdminPass, AvailabilityZone: p.AvailabilityZone,
		BlockDevices: bootsFrom(p.BlockDevices), LegacyDevices: legacyDevices(p.LegacyDevices),
		ConfigDrive: p.ConfigDrive, KeyName: p.KeyName, Metadata: texts(
			p.Metadata), UserData: base64.StdEncoding.EncodeToString([]byte(userData(t, p))),
	}}
	if flavor := remote.FlavorNamed(t.Exchange, p.Flavor.String()); flavor != nil {
		request.Server.FlavorRef = flavor.ID
	}
	if image := remote.ImageNamed(t.Exchange, p.Image.String()); image != nil {
		request.Server.ImageRef = image.ID
		if disks := request.Server.BlockDevices; disks != nil {
			root := blockDevice{DeleteOnTermination: true, DestinationType: "local", SourceType: "image", UUID: body.Some[any](image.ID)}
			request.Server.BlockDevices = append([]blockDevice{root}, disks...)
		}
	}
	for _, g := range p.SecurityGroups {
		request.Server.SecurityGroups = append(request.Server.SecurityGroups, securityGroup{g.String()})
	}
	networks, at, why := networksOf(t, p.Networks)
	if why != nil {
		return why
	}
	request.Server.Networks = networks
	reply := t.Call(pipeline.Call{Service: openapi.Compute, Method: "POST", Path: "/servers", Version: at, Body: request})
	if !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	t.Resource.PhysicalID = reply.Text("server", "id")
	tellAgent(t)
	return nil
}

// userData is the server's user data: the template's text itself for the format RAW, else with the parts that Heat adds to it. Every
// server of a stack has user data.
func userData(t *kind.Task, p serverProperties) string {
	data := p.UserData.String()
	if p.UserDataFormat != "HEAT_CFNTOOLS" {
		data = software.Text(t, data)
	}
	if p.UserDataFormat == "RAW" && data != "" {
		return data
	}
	const boundary = "===============plumbline=="
	return "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\nMIME-Version: 1.0\n\n--" + boundary +
		"\nContent-Type: text/x-cfninitdata; charset=\"us-ascii\"\nMIME-Version: 1.0\nContent-Transfer-Encoding: 7bit\n" +
		"Content-Disposition: attachment; filename=\"cfn-userdata\"\n\n" + data + "\n--" + boundary + "--\n"
}

// bootsFrom converts a template's block devices to those of compute's API: the root disk is where the template says nothing else.
func bootsFrom(devices []serverDevice) []blockDevice {
	var out []blockDevice
	for _, d := range devices {
		device := blockDevice{
			DeviceName: d.DeviceName, DeviceType: d.DeviceType, DiskBus: d.DiskBus, SourceType: "blank", DestinationType: "local",
			BootIndex: -1, DeleteOnTermination: true,
		}
		switch {
		case d.SwapSize.value != nil:
			device.VolumeSize, device.GuestFormat = d.SwapSize.value, "swap"
		default:
			device.VolumeSize, device.GuestFormat = d.EphemeralSize.value, d.EphemeralFormat
		}
		for _, from := range []struct {
			source string
			id     body.Opt[any]
		}{{"volume", d.VolumeID}, {"image", d.imageID()}, {"snapshot", d.SnapshotID}} {
			if from.id.Given() {
				device.SourceType, device.DestinationType, device.UUID, device.GuestFormat = from.source, "volume", from.id, ""
				device.BootIndex, device.DeleteOnTermination = 0, false
			}
		}
		if d.VolumeSize.value != nil {
			device.VolumeSize = d.VolumeSize.value
		}
		if d.BootIndex.value != nil {
			device.BootIndex = *d.BootIndex.value
		}
		if d.DeleteOnTermination != nil {
			device.DeleteOnTermination = *d.DeleteOnTermination
		}
		out = append(out, device)
	}
	return out
}

// legacyDevices converts the older form of block devices to that of compute's API.
func legacyDevices(devices []serverDevice) []legacyDevice {
	var out []legacyDevice
	for _, d := range devices {
		one := legacyDevice{DeviceName: d.DeviceName, VolumeID: d.VolumeID, VolumeSize: d.VolumeSize.value}
		if d.SnapshotID.Given() {
			one.SnapshotID, one.VolumeID = d.SnapshotID, body.Opt[any]{}
		}
		if d.DeleteOnTermination != nil && *d.DeleteOnTermination {
			one.DeleteOnTermination = d.DeleteOnTermination
		}
		out = append(out, one)
	}
	return out
}

// knownVersion is the microversion, or the newest one of the compute service if that is older.
func knownVersion(env *pipeline.Env, v openapi.Version) openapi.Version {
	if newest := env.Maximum(openapi.Compute); newest.Less(v) {
		return newest
	}
	return v
}

func serverReady(t *kind.Task) (bool, *kind.Failure) {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	switch {
	case s == nil:
		return false, kind.Failf("ResourceInError", "Went to status DELETED due to \"Unknown\"")
	case s.VMState == state.VMError:
		why := "Unknown"
		if s.Fault != nil {
			why = fmt.Sprintf("Message: %s, Code: %d", s.Fault.Message, s.Fault.Code)
		}
		return false, kind.Failf("ResourceInError", "Went to status ERROR due to \"%s\"", why)
	}
	if s.VMState != state.VMActive || s.TaskState != state.TaskNone {
		return false, nil
	}
	if t.Resource.Action == record.Create && t.Resource.Properties["tags"] != nil {
		return true, tagServer(t, t.Resource.Properties["tags"])
	}
	return true, nil
}

// withTags is the microversion that has tags of servers.
var withTags = openapi.MustVersion("2.26")

// tagServer gives a server its tags.
func tagServer(t *kind.Task, tags any) *kind.Failure {
	if tags == nil {
		tags = []any{}
	}
	reply := t.Call(pipeline.Call{
		Service: openapi.Compute, Method: "PUT", Path: "/servers/" + t.Resource.PhysicalID + "/tags", Version: withTags,
		Body: kind.Values{"tags": tags},
	})
	if !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	return nil
}
