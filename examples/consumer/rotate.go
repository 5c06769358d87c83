// Package consumer is a small program of somebody else's: it gives a server a new key pair without
// changing its image. Its test shows how the mock cloud takes the place of a real one.
package consumer

import (
	"context"
	"fmt"
	"net/http"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
)

// RotateKey rebuilds a server with the image it has and another key pair of the caller (Nova 2.54).
func RotateKey(ctx context.Context, compute *gophercloud.ServiceClient, serverID, key string) error {
	server, err := servers.Get(ctx, compute, serverID).Extract()
	if err != nil {
		return fmt.Errorf("rotate key of server %s: %w", serverID, err)
	}
	body := map[string]any{"rebuild": map[string]any{"imageRef": server.Image["id"], "key_name": key}}
	resp, err := compute.Post(ctx, compute.ServiceURL("servers", serverID, "action"), body, nil, &gophercloud.RequestOpts{
		OkCodes: []int{http.StatusAccepted}, MoreHeaders: map[string]string{"OpenStack-API-Version": "compute 2.54"},
	})
	if err != nil {
		return fmt.Errorf("rotate key of server %s: %w", serverID, err)
	}
	defer resp.Body.Close()
	return servers.WaitForStatus(ctx, compute, serverID, "ACTIVE")
}
