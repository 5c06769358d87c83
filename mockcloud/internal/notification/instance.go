package notification

import (
	"time"

	"plumbline/mockcloud/internal/state"
)

// Instance is what a notification tells about a server.
type Instance struct {
	Server *state.Server
	Flavor *state.Flavor // nil when the flavor is gone: the server's copy is told
	// Addresses are those of the server's ports.
	Addresses []Address
	// KeyPair is the pair that was copied, told when a server is created; nil for none.
	KeyPair *state.KeyPair
	// RequestID, UserID and ProjectID: on whose behalf.
	RequestID, UserID, ProjectID string
	// Fault tells why it failed, nil when it did not.
	Fault *state.Fault
}

// Address is an address of a port.
type Address struct {
	Network, MAC, PortID, IP string
	Version                  int
}

// Action is the payload of instance.<verb>.start and .end, instance.lock and their like.
func (i Instance) Action() map[string]any {
	return Object("InstanceActionPayload", "1.9", i.actionData())
}

// Rebuild is the payload of instance.rebuild_scheduled, instance.rebuild.start, .end and .error. The key
// name and the image are the new ones from the first of them on.
func (i Instance) Rebuild() map[string]any {
	data := i.actionData()
	data["trusted_image_certificates"] = certificates(i.Server)
	return Object("InstanceActionRebuildPayload", "1.10", data)
}

// Create is the payload of instance.create.start, .end and .error.
func (i Instance) Create() map[string]any {
	data := i.actionData()
	data["trusted_image_certificates"] = certificates(i.Server)
	data["tags"] = list(i.Server.Tags)
	data["instance_name"] = i.Server.InstanceName()
	pairs := []any{}
	if i.KeyPair != nil {
		pairs = append(pairs, KeyPair(i.KeyPair))
	}
	data["keypairs"] = pairs
	return Object("InstanceCreatePayload", "1.13", data)
}

func (i Instance) actionData() map[string]any {
	data := i.data()
	data["fault"] = fault(i.Fault)
	return data
}

func (i Instance) data() map[string]any {
	s := i.Server
	return map[string]any{
		"uuid": s.ID, "user_id": s.UserID, "tenant_id": s.ProjectID, "reservation_id": s.ReservationID,
		"display_name": s.Name, "display_description": text(s.Description), "host_name": s.Hostname,
		"host": orNil(s.Host), "node": orNil(s.Node), "os_type": nil, "architecture": nil,
		"availability_zone": orNil(s.Zone), "flavor": i.flavor(), "image_uuid": orNil(s.Image),
		"key_name": text(s.KeyName), "kernel_id": s.KernelID, "ramdisk_id": s.RamdiskID,
		"created_at": zulu(&s.Created), "launched_at": zulu(s.Launched), "terminated_at": zulu(s.Terminated),
		"deleted_at": zulu(s.Deleted), "updated_at": zulu(&s.Updated), "state": string(s.VMState),
		"power_state": powers[s.PowerState], "task_state": orNil(string(s.TaskState)), "progress": s.Progress,
		"ip_addresses": i.addresses(), "block_devices": []any{}, "metadata": object(s.Metadata), "locked": s.Locked,
		"locked_reason": text(s.LockedReason), "auto_disk_config": s.DiskConfig, "request_id": i.RequestID,
		"action_initiator_user": i.UserID, "action_initiator_project": i.ProjectID, "shares": nil,
	}
}

// powers are the names of power states.
var powers = map[int]string{
	state.PowerNone: "pending", state.PowerRunning: "running", state.PowerPaused: "paused",
	state.PowerShutdown: "shutdown", state.PowerCrashed: "crashed", state.PowerSuspended: "suspended",
}

func (i Instance) flavor() map[string]any {
	c := i.Server.Flavor
	data := map[string]any{
		"flavorid": c.ID, "name": c.Name, "memory_mb": c.RAM, "vcpus": c.VCPUs, "root_gb": c.Disk,
		"ephemeral_gb": c.Ephemeral, "swap": c.Swap, "extra_specs": object(c.ExtraSpecs), "vcpu_weight": 0,
		"rxtx_factor": 1.0, "disabled": false, "is_public": true, "projects": nil, "description": nil,
	}
	if f := i.Flavor; f != nil {
		data["rxtx_factor"], data["disabled"], data["is_public"] = f.RXTXFactor, f.Disabled, f.Public
		data["description"] = text(f.Description)
	}
	return Object("FlavorPayload", "1.4", data)
}

func (i Instance) addresses() []any {
	out := []any{}
	for _, a := range i.Addresses {
		out = append(out, Object("IpPayload", "1.0", map[string]any{
			"label": a.Network, "mac": a.MAC, "meta": map[string]any{}, "port_uuid": a.PortID, "version": a.Version,
			"address": a.IP, "device_name": "tap" + a.PortID[:min(11, len(a.PortID))],
		}))
	}
	return out
}

func fault(f *state.Fault) any {
	if f == nil {
		return nil
	}
	return Object("ExceptionPayload", "1.1", map[string]any{
		"exception": "NoValidHost", "exception_message": f.Message, "function_name": "", "module_name": "", "traceback": f.Details,
	})
}

func certificates(s *state.Server) any {
	if s.TrustedCerts == nil {
		return nil
	}
	return Object("TrustedImageCertsPayload", "1.0", map[string]any{"ids": list(s.TrustedCerts)})
}

func zulu(t *time.Time) any {
	if t == nil || t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}

func text(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func list(values []string) []any {
	out := []any{}
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

func object(m map[string]string) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
}
