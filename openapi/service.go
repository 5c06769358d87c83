package openapi

import "fmt"

// Service is the name of an OpenStack service; it is also the name of its folder of documents.
type Service string

// The services with documents.
const (
	Compute       Service = "compute"
	Identity      Service = "identity"
	Image         Service = "image"
	BlockStorage  Service = "block-storage"
	Placement     Service = "placement"
	Network       Service = "network"
	Orchestration Service = "orchestration"
)

// Services lists every service, in a fixed order.
func Services() []Service {
	return []Service{Compute, Identity, Image, BlockStorage, Placement, Network, Orchestration}
}

// ParseService is the inverse of String; its error names the known services.
func ParseService(s string) (Service, error) {
	for _, known := range Services() {
		if s == string(known) {
			return known, nil
		}
	}
	return "", fmt.Errorf("unknown service %q: one of %s", s, joinWords(Services()))
}

func (s Service) String() string { return string(s) }
