package compute

import (
	"crypto/sha256"
	"encoding/hex"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// HostID is the opaque name of a host within a project: SHA-224 of both. It is "" for no host.
func HostID(project, host string) string {
	if host == "" {
		return ""
	}
	sum := sha256.Sum224([]byte(project + host))
	return hex.EncodeToString(sum[:])
}

// brief is a server in the short list.
func brief(x *pipeline.Exchange, s *state.Server) map[string]any {
	return map[string]any{"id": s.ID, "name": s.Name, "links": links(x, "servers", s.ID)}
}

// view is a server with every field of every microversion; progress, fault and security_groups are
// there depending on its state. Texts are pointed to, which spares a copy of each.
func view(x *pipeline.Exchange, s *state.Server) map[string]any {
	shown := status(s.VMState, s.TaskState)
	instance := s.InstanceName()
	v := map[string]any{
		"id": &s.ID, "name": &s.Name, "status": shown, "tenant_id": &s.ProjectID, "user_id": &s.UserID,
		"created": &s.Created, "updated": &s.Updated, "hostId": HostID(s.ProjectID, s.Host),
		"metadata": s.Metadata, "image": imageView(x, s), "flavor": flavorCopyView(x, &s.Flavor),
		"addresses": addressesView(x, s), "accessIPv4": &s.AccessIPv4, "accessIPv6": &s.AccessIPv6,
		"links": links(x, "servers", s.ID), "OS-DCF:diskConfig": &s.DiskConfig,
		"OS-EXT-AZ:availability_zone": &s.Zone, "config_drive": &s.ConfigDrive, "key_name": s.KeyName,
		"OS-SRV-USG:launched_at": microOrNil(s.Launched), "OS-SRV-USG:terminated_at": microOrNil(s.Terminated),
		"OS-EXT-STS:task_state": filled((*string)(&s.TaskState)), "OS-EXT-STS:vm_state": (*string)(&s.VMState),
		"OS-EXT-STS:power_state":               s.PowerState,
		"os-extended-volumes:volumes_attached": volumesView(s),
		"locked":                               s.Locked, "locked_reason": s.LockedReason,
		"description": s.Description, "tags": s.Tags, "server_groups": s.ServerGroups,
		"trusted_image_certificates": listOrNil(s.TrustedCerts), "host_status": hostStatus(x, s),
		"pinned_availability_zone": s.PinnedZone, "scheduler_hints": hintsView(s),

		"OS-EXT-SRV-ATTR:host": filled(&s.Host), "OS-EXT-SRV-ATTR:hypervisor_hostname": filled(&s.Node),
		"OS-EXT-SRV-ATTR:instance_name": &instance, "OS-EXT-SRV-ATTR:reservation_id": &s.ReservationID,
		"OS-EXT-SRV-ATTR:launch_index": s.LaunchIndex, "OS-EXT-SRV-ATTR:hostname": &s.Hostname,
		"OS-EXT-SRV-ATTR:kernel_id": &s.KernelID, "OS-EXT-SRV-ATTR:ramdisk_id": &s.RamdiskID,
		"OS-EXT-SRV-ATTR:root_device_name": filled(&s.RootDevice), "OS-EXT-SRV-ATTR:user_data": s.UserData,
	}
	if progressing[shown] {
		v["progress"] = s.Progress
	}
	if s.Fault != nil && faulty[shown] {
		v["fault"] = faultView(x, s.Fault)
	}
	if len(s.SecurityGroups) > 0 {
		groups := make([]any, 0, len(s.SecurityGroups))
		for _, name := range s.SecurityGroups {
			groups = append(groups, map[string]any{"name": name})
		}
		v["security_groups"] = groups
	}
	return v
}

func imageView(x *pipeline.Exchange, s *state.Server) any {
	if s.Image == "" {
		return ""
	}
	return &openapi.Fields{
		{Name: "id", Value: &s.Image}, {Name: "links", Value: []any{bookmark(x, "images", s.Image)}}, {Name: "properties", Value: s.ImageProperties},
	}
}

// flavorCopyView has the link of the old microversions and the copied values of the new ones.
func flavorCopyView(x *pipeline.Exchange, f *state.FlavorCopy) *openapi.Fields {
	return &openapi.Fields{
		{Name: "id", Value: &f.ID},
		{Name: "links", Value: []any{bookmark(x, "flavors", f.ID)}},
		{Name: "original_name", Value: &f.Name},
		{Name: "vcpus", Value: f.VCPUs},
		{Name: "ram", Value: f.RAM},
		{Name: "disk", Value: f.Disk},
		{Name: "ephemeral", Value: f.Ephemeral},
		{Name: "swap", Value: f.Swap},
		{Name: "extra_specs", Value: f.ExtraSpecs},
	}
}

// faultView shows details of the service's own failures (500) to administrators only; other faults' to everybody.
func faultView(x *pipeline.Exchange, f *state.Fault) map[string]any {
	v := map[string]any{"code": f.Code, "created": zulu(f.Created), "message": f.Message}
	if f.Details != "" {
		x.DoNotKeep()
		if f.Code != 500 || x.Caller.Admin() {
			v["details"] = f.Details
		}
	}
	return v
}

func hostStatus(x *pipeline.Exchange, s *state.Server) string {
	if s.Host == "" {
		return ""
	}
	h := state.Hosts.Get(x.Txn, s.Host)
	switch {
	case h == nil:
		return "UNKNOWN"
	case h.Disabled:
		return "MAINTENANCE"
	case h.ForcedDown:
		return "DOWN"
	case h.Down:
		return "UNKNOWN"
	}
	return "UP"
}

func volumesView(s *state.Server) []any {
	out := make([]any, 0, len(s.BlockDevices))
	for _, d := range s.BlockDevices {
		if d.VolumeID != "" {
			out = append(out, map[string]any{"id": d.VolumeID, "delete_on_termination": d.DeleteOnTermination})
		}
	}
	return out
}

var none = map[string]any{}

func hintsView(s *state.Server) map[string]any {
	if len(s.SchedulerHints) == 0 {
		return none
	}
	out := make(map[string]any, len(s.SchedulerHints))
	for k, values := range s.SchedulerHints {
		out[k] = list(values)
	}
	return out
}

func texts(m map[string]string) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

func list(values []string) []any {
	out := make([]any, 0, len(values))
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

func listOrNil(values []string) any {
	if values == nil {
		return nil
	}
	return list(values)
}
