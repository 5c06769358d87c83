package kinds

import (
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// validateServer finds what is wrong with a server before anything is made.
func validateServer(c *kind.Checking) *kind.Complaint {
	p := decodeProperties[serverProperties](c.Properties)
	if zone := p.AvailabilityZone; strings.Contains(zone, ":") && !c.Caller.Admin() {
		return kind.NewComplaint([]string{"availability_zone"},
			"Error validating value '%s': The availability zone could not be found.", zone)
	}
	if _, given := c.Metadata[deploymentsKey]; given && p.UserDataFormat == "SOFTWARE_CONFIG" {
		return &kind.Complaint{Text: "deployments key not allowed in resource metadata with user_data_format of SOFTWARE_CONFIG"}
	}
	for _, check := range []func(*kind.Checking, serverProperties) *kind.Complaint{
		checkDisks, checkImageAndFlavor, checkNetworks, checkGuestData,
	} {
		if wrong := check(c, p); wrong != nil {
			return wrong
		}
	}
	return nil
}

// atTheSameTime refuses properties of which only one may be given.
func atTheSameTime(names ...string) *kind.Complaint {
	text := "Cannot define the following properties at the same time: " + strings.Join(names, ", ") + "."
	return &kind.Complaint{Kind: "ResourcePropertyConflict", Text: text}
}

// checkDisks looks for what the server boots from: one image or one disk.
func checkDisks(c *kind.Checking, p serverProperties) *kind.Complaint {
	if len(p.BlockDevices) > 0 && len(p.LegacyDevices) > 0 {
		return atTheSameTime("block_device_mapping", "block_device_mapping_v2")
	}
	roots, bootable := 0, c.Loose["block_device_mapping_v2"] || c.Loose["block_device_mapping"]
	if p.Image.value != nil || c.Loose["image"] {
		roots, bootable = 1, true
	}
	for _, d := range p.LegacyDevices {
		bootable = bootable || d.DeviceName == "vda"
		switch {
		case d.VolumeID.Given() && d.SnapshotID.Given():
			return atTheSameTime("volume_id", "snapshot_id")
		case !d.VolumeID.Given() && !d.SnapshotID.Given() && !c.Loose["block_device_mapping"]:
			return &kind.Complaint{Text: "Either volume_id or snapshot_id must be specified for device mapping " + d.DeviceName}
		}
	}
	for _, d := range p.BlockDevices {
		sources := 0
		for _, given := range []bool{
			d.VolumeID.Given(), d.SnapshotID.Given(), d.imageID().Given(), d.SwapSize.value != nil,
			d.EphemeralSize.value != nil || d.EphemeralFormat != "",
		} {
			if given {
				sources++
			}
		}
		switch {
		case sources > 1:
			return atTheSameTime("volume_id", "snapshot_id", "image", "swap_size", "ephemeral_size", "ephemeral_format")
		case sources == 0 && !c.Loose["block_device_mapping_v2"]:
			return &kind.Complaint{Text: "Either volume_id, snapshot_id, image_id, swap_size, ephemeral_size or ephemeral_format must be specified."}
		}
		if blank := !d.VolumeID.Given() && !d.SnapshotID.Given() && !d.imageID().Given(); blank {
			continue
		}
		if first := d.BootIndex.value; first == nil || *first == 0 {
			bootable = true
			roots++
		}
	}
	switch {
	case !bootable:
		return &kind.Complaint{Text: "Neither image nor bootable volume is specified for instance " + c.Name}
	case len(p.BlockDevices) > 0 && roots != 1 && !c.Loose["block_device_mapping_v2"]:
		return &kind.Complaint{Text: "Multiple bootable sources for instance " + c.Name + "."}
	}
	return nil
}

// checkImageAndFlavor refuses an image that has no data yet, and a flavor that is too small for it.
func checkImageAndFlavor(c *kind.Checking, p serverProperties) *kind.Complaint {
	if c.Loose["image"] || c.Loose["flavor"] || p.Image.String() == "" {
		return nil
	}
	image, flavor := remote.ImageNamed(c.Exchange, p.Image.String()), remote.FlavorNamed(c.Exchange, p.Flavor.String())
	var text string
	switch {
	case image == nil || flavor == nil:
		return nil
	case image.Status != "active":
		text = fmt.Sprintf("Image status is required to be active not %s.", image.Status)
	case flavor.RAM < image.MinRAM:
		text = fmt.Sprintf("Image %s requires %d minimum ram. Flavor %s has only %d.", image.ID, image.MinRAM, flavor.ID, flavor.RAM)
	case flavor.Disk < image.MinDisk:
		text = fmt.Sprintf("Image %s requires %d GB minimum disk space. Flavor %s has only %d GB.",
			image.ID, image.MinDisk, flavor.ID, flavor.Disk)
	default:
		return nil
	}
	return &kind.Complaint{Text: text}
}

// checkNetworks refuses networks that say nothing, or too much.
func checkNetworks(c *kind.Checking, p serverProperties) *kind.Complaint {
	ports, allocated := false, false
	for _, n := range p.Networks {
		named := n.Network.value != nil
		switch {
		case !named && n.Port.value == nil && n.Subnet.value == nil && n.Allocate == "" && !c.Loose["networks"]:
			return &kind.Complaint{Text: fmt.Sprintf(`One of the properties "network", "port", "allocate_network" or "subnet" should be set `+
				`for the specified network of server "%s".`, c.Name)}
		case n.Allocate != "" && len(kind.WithoutNulls(body.As[kind.Values](n.given))) != 1:
			return &kind.Complaint{Text: `Can not specify "allocate_network" with other keys of networks at the same time.`}
		case n.FixedIP.value != nil && n.Port.value != nil:
			return atTheSameTime("networks/fixed_ip", "networks/port")
		case n.FloatingIP.value != nil && named && n.Port.value == nil && n.Subnet.value == nil:
			return &kind.Complaint{Text: `Property "floating_ip" is not supported if only "network" is specified, because the ` +
				"corresponding port can not be retrieved."}
		}
		ports, allocated = ports || n.Port.value != nil, allocated || n.Allocate != ""
	}
	switch {
	case allocated && len(p.Networks) != 1:
		return &kind.Complaint{Text: `Property "allocate_network" can not be specified if multiple network interfaces set for server.`}
	case ports && len(p.SecurityGroups) > 0:
		return atTheSameTime("security_groups", "networks/port")
	}
	return nil
}

// checkGuestData refuses files, which compute does not inject any more, and more metadata than compute takes.
func checkGuestData(c *kind.Checking, p serverProperties) *kind.Complaint {
	if len(p.Personality) > 0 {
		return &kind.Complaint{Text: "Cannot use the personality parameter as nova no longer supports it. Use user_data instead."}
	}
	if len(p.Metadata) == 0 {
		return nil
	}
	reply := c.Call(pipeline.Call{Service: openapi.Compute, Method: "GET", Path: "/limits"})
	most := body.As[struct {
		Limits struct {
			Absolute struct {
				ServerMeta int `json:"maxServerMeta"`
			} `json:"absolute"`
		} `json:"limits"`
	}](reply.Object()).Limits.Absolute.ServerMeta
	if reply.OK() && most >= 0 && len(p.Metadata) > most {
		return &kind.Complaint{Text: fmt.Sprintf("Instance metadata must not contain greater than %d entries.  "+
			"This is the maximum number allowed by your service provider", most)}
	}
	return nil
}
