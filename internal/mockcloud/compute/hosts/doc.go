// Package hosts shows and changes the hosts of compute: aggregates, services, hypervisors and availability zones.
package hosts
