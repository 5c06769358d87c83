package control

import (
	"net/http"
	"time"

	"plumbline/mockcloud/settings"
)

// Settings are the present settings of the cloud's operator.
func (c *Control) Settings() settings.Settings { return c.env.Settings() }

// Choose replaces the settings; Reset restores those of the start.
func (c *Control) Choose(s settings.Settings) {
	if c.saveChoice(choiceSettings, over[settings.Settings]{c.settings, s}) {
		c.env.Choose(s)
		c.changeCount.Add(1)
	}
}

// chosen holds settings in the form of the services' configuration: times are whole seconds.
type chosen struct {
	ShelvedOffloadTime      *int    `json:"shelved_offload_time,omitempty"`
	ReclaimInterval         *int    `json:"reclaim_instance_interval,omitempty"`
	CrossAZAttach           *bool   `json:"cross_az_attach,omitempty"`
	DefaultScheduleZone     *string `json:"default_schedule_zone,omitempty"`
	CountUsageFromPlacement *bool   `json:"count_usage_from_placement,omitempty"`
	QuotaCores              *int    `json:"quota_cores,omitempty"`
	TenantIsolation         *bool   `json:"aggregate_multitenancy_isolation,omitempty"`
	ListAllHypervisors      *bool   `json:"list_all_hypervisors,omitempty"`
	ResourceGroups          *bool   `json:"port_resource_request_groups,omitempty"`
	OldCompute              *bool   `json:"old_compute_service,omitempty"`
	BareMetal               *bool   `json:"bare_metal,omitempty"`
	SharesAttached          *bool   `json:"shares_attached,omitempty"`
	ReservedMemory          *int    `json:"reserved_host_memory_mb,omitempty"`
	ReservedDisk            *int    `json:"reserved_host_disk_mb,omitempty"`
	MaxLimit                *int    `json:"max_limit,omitempty"`
}

func chosenFrom(s settings.Settings) chosen {
	offload, reclaim := int(s.ShelvedOffloadTime/time.Second), int(s.ReclaimInterval/time.Second)
	return chosen{
		ShelvedOffloadTime: &offload, ReclaimInterval: &reclaim, CrossAZAttach: &s.CrossAZAttach, DefaultScheduleZone: &s.DefaultScheduleZone,
		CountUsageFromPlacement: &s.UsageFromPlacement, QuotaCores: &s.Cores,
		TenantIsolation: &s.TenantIsolation, ListAllHypervisors: &s.ListAllHypervisors,
		ResourceGroups: &s.ResourceGroups, OldCompute: &s.OldCompute,
		BareMetal: &s.BareMetal, SharesAttached: &s.SharesAttached,
		ReservedMemory: &s.ReservedMemory, ReservedDisk: &s.ReservedDisk, MaxLimit: &s.MaxLimit,
	}
}

// applyTo replaces the settings that are given.
func (n chosen) applyTo(s settings.Settings) settings.Settings {
	if n.ShelvedOffloadTime != nil {
		s.ShelvedOffloadTime = time.Duration(*n.ShelvedOffloadTime) * time.Second
	}
	if n.ReclaimInterval != nil {
		s.ReclaimInterval = time.Duration(*n.ReclaimInterval) * time.Second
	}
	put(&s.CrossAZAttach, n.CrossAZAttach)
	put(&s.DefaultScheduleZone, n.DefaultScheduleZone)
	put(&s.UsageFromPlacement, n.CountUsageFromPlacement)
	put(&s.Cores, n.QuotaCores)
	put(&s.TenantIsolation, n.TenantIsolation)
	put(&s.ListAllHypervisors, n.ListAllHypervisors)
	put(&s.ResourceGroups, n.ResourceGroups)
	put(&s.OldCompute, n.OldCompute)
	put(&s.BareMetal, n.BareMetal)
	put(&s.SharesAttached, n.SharesAttached)
	put(&s.ReservedMemory, n.ReservedMemory)
	put(&s.ReservedDisk, n.ReservedDisk)
	put(&s.MaxLimit, n.MaxLimit)
	return s
}

func put[T any](at, given *T) {
	if given != nil {
		*at = *given
	}
}

func (c *Control) getSettings(*http.Request) (int, any, error) {
	return 200, chosenFrom(c.Settings()), nil
}

// putSettings changes the settings that are named, and answers all.
func (c *Control) putSettings(r *http.Request) (int, any, error) {
	var given chosen
	if err := decode(r, &given); err != nil {
		return 0, nil, err
	}
	c.Choose(given.applyTo(c.Settings()))
	return 200, chosenFrom(c.Settings()), nil
}
