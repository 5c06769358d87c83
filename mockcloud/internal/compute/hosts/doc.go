// Package hosts is the hosts of compute as the API shows and changes them: aggregates, services, hypervisors
// and availability zones.
package hosts
