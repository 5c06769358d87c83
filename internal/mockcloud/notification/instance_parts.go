package notification

import (
	"time"

	"plumbline/internal/mockcloud/state"
)

type flavorData struct {
	Description *string           `json:"description"`
	Disabled    bool              `json:"disabled"`
	EphemeralGB int               `json:"ephemeral_gb"`
	ExtraSpecs  map[string]string `json:"extra_specs"`
	ID          string            `json:"flavorid"`
	Public      bool              `json:"is_public"`
	MemoryMB    int               `json:"memory_mb"`
	Name        string            `json:"name"`
	Projects    []string          `json:"projects"`
	RootGB      int               `json:"root_gb"`
	RXTXFactor  float64           `json:"rxtx_factor"`
	Swap        int               `json:"swap"`
	VCPUWeight  int               `json:"vcpu_weight"`
	VCPUs       int               `json:"vcpus"`
}

func (i Instance) flavor() Object {
	c := i.Server.Flavor
	data := flavorData{
		ID: c.ID, Name: c.Name, MemoryMB: c.RAM, VCPUs: c.VCPUs, RootGB: c.Disk, EphemeralGB: c.Ephemeral, Swap: c.Swap,
		ExtraSpecs: orEmpty(c.ExtraSpecs), RXTXFactor: 1, Public: true,
	}
	if f := i.Flavor; f != nil {
		data.RXTXFactor, data.Disabled, data.Public, data.Description = f.RXTXFactor, f.Disabled, f.Public, f.Description
	}
	return object("FlavorPayload", "1.4", data)
}

type addressData struct {
	Address string            `json:"address"`
	Device  string            `json:"device_name"`
	Label   string            `json:"label"`
	MAC     string            `json:"mac"`
	Meta    map[string]string `json:"meta"`
	Port    string            `json:"port_uuid"`
	Version int               `json:"version"`
}

func (i Instance) addresses() []Object {
	out := []Object{}
	for _, a := range i.Addresses {
		out = append(out, object("IpPayload", "1.0", addressData{
			Label: a.Network, MAC: a.MAC, Meta: map[string]string{}, Port: a.PortID, Version: a.Version, Address: a.IP,
			Device: "tap" + a.PortID[:min(11, len(a.PortID))],
		}))
	}
	return out
}

type faultData struct {
	Exception string `json:"exception"`
	Message   string `json:"exception_message"`
	Function  string `json:"function_name"`
	Module    string `json:"module_name"`
	Traceback string `json:"traceback"`
}

func fault(f *state.Fault) *Object {
	if f == nil {
		return nil
	}
	told := object("ExceptionPayload", "1.1", faultData{Exception: "NoValidHost", Message: f.Message, Traceback: f.Details})
	return &told
}

type certificateData struct {
	IDs []string `json:"ids"`
}

func certificates(s *state.Server) *Object {
	if s.TrustedCerts == nil {
		return nil
	}
	told := object("TrustedImageCertsPayload", "1.0", certificateData{list(s.TrustedCerts)})
	return &told
}

func zulu(t *time.Time) *string {
	if t == nil || t.IsZero() {
		return nil
	}
	text := t.UTC().Format("2006-01-02T15:04:05Z")
	return &text
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list and orEmpty replace nil by an empty list or map, which is not written as null.
func list(values []string) []string { return append([]string{}, values...) }

func orEmpty(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}
