package world

import (
	"net/http"

	"plumbline/openapi"
)

// CreateNetwork makes a network with a subnet in the actor's project and remembers it as "network NAME".
func (w *World) CreateNetwork(actor, name string) (*Noun, error) {
	real := w.Name("net")
	x, err := w.Setup(Request{
		Actor: actor, Service: openapi.Network, Method: http.MethodPost, Path: "/networks",
		Body: map[string]any{"network": map[string]any{"name": real}},
	}, http.StatusCreated)
	if err != nil {
		return nil, err
	}
	n := &Noun{Kind: "network", Name: name, RealName: real, ID: x.Text("/network/id"), Owner: actor}
	w.CleanUp("network", n.ID, real, w.Delete(Request{Actor: actor, Service: openapi.Network, Path: "/networks/" + n.ID}))
	w.Remember(n)
	_, err = w.Setup(Request{
		Actor: actor, Service: openapi.Network, Method: http.MethodPost, Path: "/subnets",
		Body: map[string]any{"subnet": map[string]any{"network_id": n.ID, "name": real, "ip_version": 4, "cidr": "192.0.2.0/24"}},
	}, http.StatusCreated)
	return n, err
}
