package kinds

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
)

// serverProperties are the properties of a server.
type serverProperties struct {
	Name             string                 `json:"name"`
	Image            text                   `json:"image"`
	Flavor           text                   `json:"flavor"`
	KeyName          string                 `json:"key_name"`
	AvailabilityZone string                 `json:"availability_zone"`
	AdminPass        string                 `json:"admin_pass"`
	ConfigDrive      *bool                  `json:"config_drive"`
	DiskConfig       string                 `json:"diskConfig"`
	Metadata         map[string]any         `json:"metadata"`
	UserData         text                   `json:"user_data"`
	UserDataFormat   string                 `json:"user_data_format"`
	Networks         objects[serverNetwork] `json:"networks"`
	SecurityGroups   []text                 `json:"security_groups"`
	SchedulerHints   map[string]any         `json:"scheduler_hints"`
	BlockDevices     objects[serverDevice]  `json:"block_device_mapping_v2"`
	LegacyDevices    objects[serverDevice]  `json:"block_device_mapping"`
	Personality      kind.Values            `json:"personality"`
}

// serverDevice is a disk of a server, in either of the two forms that a template has.
type serverDevice struct {
	VolumeID            body.Opt[any] `json:"volume_id"`
	ImageID             body.Opt[any] `json:"image_id"`
	Image               body.Opt[any] `json:"image"`
	SnapshotID          body.Opt[any] `json:"snapshot_id"`
	SwapSize            number        `json:"swap_size"`
	EphemeralSize       number        `json:"ephemeral_size"`
	EphemeralFormat     string        `json:"ephemeral_format"`
	VolumeSize          number        `json:"volume_size"`
	BootIndex           number        `json:"boot_index"`
	DeviceName          string        `json:"device_name"`
	DeviceType          string        `json:"device_type"`
	DiskBus             string        `json:"disk_bus"`
	DeleteOnTermination *bool         `json:"delete_on_termination"`
}

// imageID is the image of a disk, by either of its names.
func (d serverDevice) imageID() body.Opt[any] {
	if d.ImageID.Given() {
		return d.ImageID
	}
	return d.Image
}

// newServer is the request to create a server, its keys in alphabetical order.
type newServer struct {
	SchedulerHints map[string]any `json:"os:scheduler_hints,omitempty"`
	Server         serverBody     `json:"server"`
}

type serverBody struct {
	DiskConfig       string            `json:"OS-DCF:diskConfig,omitempty"`
	AdminPass        string            `json:"adminPass,omitempty"`
	AvailabilityZone string            `json:"availability_zone,omitempty"`
	LegacyDevices    []legacyDevice    `json:"block_device_mapping,omitempty"`
	BlockDevices     []blockDevice     `json:"block_device_mapping_v2,omitempty"`
	ConfigDrive      *bool             `json:"config_drive,omitempty"`
	FlavorRef        string            `json:"flavorRef,omitempty"`
	ImageRef         string            `json:"imageRef,omitempty"`
	KeyName          string            `json:"key_name,omitempty"`
	Metadata         map[string]string `json:"metadata,omitzero"`
	Name             string            `json:"name"`
	// Networks are a []nic, or a word: how to allocate them.
	Networks       any             `json:"networks,omitempty"`
	SecurityGroups []securityGroup `json:"security_groups,omitempty"`
	UserData       string          `json:"user_data"`
}

type securityGroup struct {
	Name string `json:"name"`
}

type nic struct {
	FixedIP *string `json:"fixed_ip,omitempty"`
	Port    *string `json:"port,omitempty"`
	Tag     string  `json:"tag,omitempty"`
	UUID    string  `json:"uuid,omitempty"`
}

type blockDevice struct {
	BootIndex           float64       `json:"boot_index"`
	DeleteOnTermination bool          `json:"delete_on_termination"`
	DestinationType     string        `json:"destination_type,omitempty"`
	DeviceName          string        `json:"device_name,omitempty"`
	DeviceType          string        `json:"device_type,omitempty"`
	DiskBus             string        `json:"disk_bus,omitempty"`
	GuestFormat         string        `json:"guest_format,omitempty"`
	SourceType          string        `json:"source_type,omitempty"`
	UUID                body.Opt[any] `json:"uuid,omitzero"`
	VolumeSize          *float64      `json:"volume_size,omitempty"`
}

// legacyDevice is a disk in the older of compute's two forms.
type legacyDevice struct {
	DeleteOnTermination *bool         `json:"delete_on_termination,omitempty"`
	DeviceName          string        `json:"device_name"`
	SnapshotID          body.Opt[any] `json:"snapshot_id,omitzero"`
	VolumeID            body.Opt[any] `json:"volume_id,omitzero"`
	VolumeSize          *float64      `json:"volume_size,omitempty"`
}
