package storage

import (
	"strconv"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const vendor = "Open Source"

// amounts are what is on a host; sizes are in GiB.
type amounts struct{ volumes, gigabytes, snapshots, snapshotGigabytes int }

func view(host, project string, a amounts) any {
	return &struct {
		Resource resource `json:"resource"`
	}{resource{
		host, project, strconv.Itoa(a.volumes), strconv.Itoa(a.gigabytes), strconv.Itoa(a.snapshots), strconv.Itoa(a.snapshotGigabytes),
	}}
}

// ability is what a pool can do, as the scheduler knows it. Sizes are in GiB.
type ability struct {
	Pool             string  `json:"pool_name"`
	Total            int     `json:"total_capacity_gb"`
	Free             int     `json:"free_capacity_gb"`
	Reserved         int     `json:"reserved_percentage"`
	Provisioned      int     `json:"provisioned_capacity_gb"`
	OverSubscription float64 `json:"max_over_subscription_ratio"`
	Thin             bool    `json:"thin_provisioning_support"`
	Thick            bool    `json:"thick_provisioning_support"`
	Multiattach      bool    `json:"multiattach"`
	QoS              bool    `json:"QoS_support"`
	Allocated        int     `json:"allocated_capacity_gb"`
	Backend          string  `json:"volume_backend_name"`
	Protocol         string  `json:"storage_protocol"`
	Vendor           string  `json:"vendor_name"`
	Driver           string  `json:"driver_version"`
	Time             string  `json:"timestamp"`
	Filter           *string `json:"filter_function"`
	Goodness         *string `json:"goodness_function"`
}

// capabilities are what the storage of a host can do.
type capabilities struct {
	Namespace   string              `json:"namespace"`
	Vendor      string              `json:"vendor_name"`
	Backend     string              `json:"volume_backend_name"`
	Pool        *string             `json:"pool_name"`
	Driver      string              `json:"driver_version"`
	Protocol    string              `json:"storage_protocol"`
	Name        *string             `json:"display_name"`
	Description *string             `json:"description"`
	Visibility  *string             `json:"visibility"`
	Targets     []string            `json:"replication_targets"`
	Properties  map[string]property `json:"properties"`
}

// property is one thing that a type can ask of the storage.
type property struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Type        string `json:"type"`
}

func showCapabilities(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	host := x.Params.Get("host")
	if !isOn(state.VolumeService{Host: record.VolumeService}, host) {
		return nil, pipeline.NotFound("Can't find service: %s", host)
	}
	return pipeline.Body(200, &capabilities{
		Namespace: "OS::Storage::Capabilities::" + host, Vendor: vendor, Backend: "file", Driver: "1.0", Protocol: "file", Targets: []string{},
		Properties: map[string]property{
			"thin_provisioning":   {"Thin Provisioning", "Sets thin provisioning.", "boolean"},
			"compression":         {"Compression", "Enables compression.", "boolean"},
			"qos":                 {"QoS", "Enables QoS.", "boolean"},
			"replication_enabled": {"Replication", "Enables replication.", "boolean"},
		},
	}), nil
}
