package create

import (
	"strconv"

	"plumbline/internal/mockcloud/compute/flavors"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/quota"
)

// request is the body of servers.create; it may have hints under either of two keys.
type request struct {
	Server   serverRequest        `json:"server"`
	Hints    map[string]hintTexts `json:"OS-SCH-HNT:scheduler_hints"`
	NewHints map[string]hintTexts `json:"os:scheduler_hints"`
}

// serverRequest is the object under "server".
type serverRequest struct {
	Name              body.Opt[string]            `json:"name"`
	Hostname          body.Opt[string]            `json:"hostname"`
	Description       body.Opt[string]            `json:"description"`
	Image             string                      `json:"imageRef"`
	Flavor            flavors.Reference           `json:"flavorRef"`
	Least             number                      `json:"min_count"`
	Most              number                      `json:"max_count"`
	Zone              body.Opt[string]            `json:"availability_zone"`
	Host              string                      `json:"host"`
	Node              string                      `json:"hypervisor_hostname"`
	Hypervisor        string                      `json:"hypervisor_uuid"`
	KeyName           body.Opt[string]            `json:"key_name"`
	AdminPass         body.Opt[string]            `json:"adminPass"`
	Networks          networksRequest             `json:"networks"`
	SecurityGroups    []groupRequest              `json:"security_groups"`
	Metadata          body.Opt[map[string]string] `json:"metadata"`
	Personality       []quota.File                `json:"personality"`
	Tags              []string                    `json:"tags"`
	Certificates      []string                    `json:"trusted_image_certificates"`
	AccessIPv4        body.Opt[string]            `json:"accessIPv4"`
	AccessIPv6        body.Opt[string]            `json:"accessIPv6"`
	DiskConfig        body.Opt[string]            `json:"OS-DCF:diskConfig"`
	UserData          body.Opt[string]            `json:"user_data"`
	ConfigDrive       body.Bool                   `json:"config_drive"`
	ReturnReservation body.Bool                   `json:"return_reservation_id"`
	LegacyDisks       []diskRequest               `json:"block_device_mapping"`
	Disks             []diskRequest               `json:"block_device_mapping_v2"`
}

// groupRequest names a security group.
type groupRequest struct {
	Name body.Opt[string] `json:"name"`
}

// number is a whole number that may be written as a text; a value that cannot be read as one counts as missing.
type number struct {
	value int
	given bool
}

// ReadBody implements body.Reader.
func (n *number) ReadBody(v any) {
	switch v := v.(type) {
	case float64:
		*n = number{int(v), true}
	case string:
		if read, err := strconv.Atoi(v); err == nil {
			*n = number{read, true}
		}
	}
}

func (n number) or(otherwise int) int {
	if n.given {
		return n.value
	}
	return otherwise
}

func (n number) orNil() *int {
	if n.given {
		return &n.value
	}
	return nil
}

// hintTexts is the value of a scheduler hint as a list, which a single text becomes too; nil for a value that is neither a text nor a
// list.
type hintTexts []string

// ReadBody implements body.Reader.
func (h *hintTexts) ReadBody(v any) {
	switch v := v.(type) {
	case string:
		*h = hintTexts{v}
	case []any:
		*h = body.As[[]string](v)
	}
}

// networksRequest is a list of networks and ports, or a word: "none", or "auto", which is also the default.
type networksRequest struct {
	none, auto bool
	listed     []nicRequest
}

// nicRequest is a requested network connection.
type nicRequest struct {
	Network string `json:"uuid"`
	Port    string `json:"port"`
	FixedIP string `json:"fixed_ip"`
	Tag     string `json:"tag"`
}

// ReadBody implements body.Reader.
func (n *networksRequest) ReadBody(v any) {
	n.none, n.auto, n.listed = v == "none", v == "auto", body.As[[]nicRequest](v)
}

// diskRequest is an entry of block_device_mapping or of block_device_mapping_v2.
type diskRequest struct {
	Source              string           `json:"source_type"`
	Destination         string           `json:"destination_type"`
	ID                  string           `json:"uuid"`
	ImageID             string           `json:"image_id"`
	VolumeID            string           `json:"volume_id"`
	SnapshotID          string           `json:"snapshot_id"`
	Device              string           `json:"device_name"`
	Size                number           `json:"volume_size"`
	VolumeType          string           `json:"volume_type"`
	DiskBus             string           `json:"disk_bus"`
	DeviceType          string           `json:"device_type"`
	GuestFormat         string           `json:"guest_format"`
	Tag                 body.Opt[string] `json:"tag"`
	BootIndex           number           `json:"boot_index"`
	DeleteOnTermination body.Bool        `json:"delete_on_termination"`
	TakesAway           set              `json:"no_device"`
	// Virtual is in the old form only.
	Virtual string `json:"virtual_name"`
}

// set tells whether a field is present and neither null nor false.
type set bool

// ReadBody implements body.Reader.
func (s *set) ReadBody(v any) { *s = v != nil && v != false }
