// Command servers starts a server, waits for it and lists all of them, with gophercloud. It is an example of a client to
// judge: plumbline check-client -- go run .
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/flavors"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/gophercloud/gophercloud/v2/openstack/config"
	"github.com/gophercloud/gophercloud/v2/openstack/config/clouds"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/images"
)

// imageName is an image of the mock's built-in seed.
const imageName = "cirros-a"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "servers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	auth, endpoint, tls, err := clouds.Parse()
	if err != nil {
		return err
	}
	provider, err := config.NewProviderClient(ctx, auth, config.WithTLSConfig(tls))
	if err != nil {
		return err
	}
	compute, err := openstack.NewComputeV2(provider, endpoint)
	if err != nil {
		return err
	}
	compute.Microversion = "2.79"
	image, err := firstImage(ctx, provider, endpoint)
	if err != nil {
		return err
	}
	flavor, err := firstFlavor(ctx, compute)
	if err != nil {
		return err
	}
	made, err := servers.Create(ctx, compute,
		servers.CreateOpts{Name: "judged", ImageRef: image, FlavorRef: flavor, Networks: "none"}, nil).Extract()
	if err != nil {
		return err
	}
	waiting, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	if err := servers.WaitForStatus(waiting, compute, made.ID, "ACTIVE"); err != nil {
		return err
	}
	pages, err := servers.List(compute, servers.ListOpts{Limit: 100}).AllPages(ctx)
	if err != nil {
		return err
	}
	all, err := servers.ExtractServers(pages)
	if err != nil {
		return err
	}
	for _, s := range all {
		fmt.Println(s.Name, s.Status)
	}
	return servers.Delete(ctx, compute, made.ID).ExtractErr()
}

func firstImage(ctx context.Context, provider *gophercloud.ProviderClient, endpoint gophercloud.EndpointOpts) (string, error) {
	client, err := openstack.NewImageV2(provider, endpoint)
	if err != nil {
		return "", err
	}
	pages, err := images.List(client, images.ListOpts{Name: imageName}).AllPages(ctx)
	if err != nil {
		return "", err
	}
	all, err := images.ExtractImages(pages)
	if err != nil || len(all) == 0 {
		return "", fmt.Errorf("no image to boot from: %w", err)
	}
	return all[0].ID, nil
}

func firstFlavor(ctx context.Context, client *gophercloud.ServiceClient) (string, error) {
	pages, err := flavors.ListDetail(client, nil).AllPages(ctx)
	if err != nil {
		return "", err
	}
	all, err := flavors.ExtractFlavors(pages)
	if err != nil || len(all) == 0 {
		return "", fmt.Errorf("no flavor to boot with: %w", err)
	}
	return all[0].ID, nil
}
