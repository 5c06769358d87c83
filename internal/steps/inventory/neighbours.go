package inventory

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
)

// ownOfImages are the properties of an image that the service itself makes or interprets.
var ownOfImages = []string{
	"id", "name", "owner", "status", "visibility", "protected", "checksum", "os_hash_algo", "os_hash_value", "os_hidden", "size",
	"virtual_size", "container_format", "disk_format", "created_at", "updated_at", "min_disk", "min_ram", "tags", "self", "file",
	"schema", "direct_url", "locations", "stores", "os_glance_failed_import", "os_glance_importing_to_stores", "os_glance_import_task",
}

func (r *reader) images() error {
	_, err := list(r, openapi.Image, "", "/images", "images", "images", func(i Image, raw json.RawMessage) {
		if i.Status != "active" && i.Status != "deactivated" {
			return // it has no data yet, or no more
		}
		var all map[string]any
		_ = json.Unmarshal(raw, &all) // it was decoded before
		i.Properties = map[string]string{}
		for key, value := range all {
			if text, ok := value.(string); ok && !slices.Contains(ownOfImages, key) && !redact.SecretName(key) {
				i.Properties[key] = text
			}
		}
		r.out.Images = append(r.out.Images, i)
	})
	return err
}

func (r *reader) networks() error {
	at := map[string]int{}
	seen, err := list(r, openapi.Network, "", "/networks", "networks", "networks", func(n Network, _ json.RawMessage) {
		at[n.ID] = len(r.out.Networks)
		r.out.Networks = append(r.out.Networks, n)
	})
	if err != nil || !seen {
		return err
	}
	_, err = list(r, openapi.Network, "", "/subnets", "subnets", "subnets", func(s Subnet, _ json.RawMessage) {
		if i, ok := at[s.NetworkID]; ok {
			r.out.Networks[i].Subnets = append(r.out.Networks[i].Subnets, s)
		}
	})
	return err
}

// interfaces are the owners of ports by which routers are in subnets.
var interfaces = []string{"network:router_interface", "network:router_interface_distributed", "network:ha_router_replicated_interface"}

// address is an address of a port or a gateway.
type address struct {
	Subnet  string `json:"subnet_id"`
	Address string `json:"ip_address"`
}

func (r *reader) routers() error {
	if !r.t.Main.Offers(openapi.Network) {
		return nil // networks has said so
	}
	at := map[string]int{}
	seen, err := list(r, openapi.Network, "", "/routers", "routers", "routers", func(x Router, raw json.RawMessage) {
		var gateway struct {
			Info *struct {
				Network   string    `json:"network_id"`
				Addresses []address `json:"external_fixed_ips"`
			} `json:"external_gateway_info"`
		}
		if json.Unmarshal(raw, &gateway) == nil && gateway.Info != nil && len(gateway.Info.Addresses) > 0 {
			x.Gateway, x.Address = gateway.Info.Network, gateway.Info.Addresses[0].Address
		}
		at[x.ID] = len(r.out.Routers)
		r.out.Routers = append(r.out.Routers, x)
	})
	if err != nil || !seen || len(r.out.Routers) == 0 {
		return err
	}
	for _, owner := range interfaces {
		path := "/ports?" + url.Values{"device_owner": {owner}}.Encode()
		_, err = list(r, openapi.Network, "", path, "ports", "interfaces of routers", func(p struct {
			Device    string    `json:"device_id"`
			Addresses []address `json:"fixed_ips"`
		}, _ json.RawMessage,
		) {
			i, ok := at[p.Device]
			for _, a := range p.Addresses {
				if ok && !slices.Contains(r.out.Routers[i].Subnets, a.Subnet) {
					r.out.Routers[i].Subnets = append(r.out.Routers[i].Subnets, a.Subnet)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) volumeTypes() error {
	seen, err := list(r, openapi.BlockStorage, "", "/types?is_public=None", "volume_types", "volume types",
		func(v VolumeType, _ json.RawMessage) { r.out.VolumeTypes = append(r.out.VolumeTypes, v) })
	if err != nil || !seen {
		return err
	}
	usual, err := r.usualType()
	if err != nil {
		return err
	}
	for i := range r.out.VolumeTypes {
		v := &r.out.VolumeTypes[i]
		v.IsDefault = v.ID == usual
		if v.IsPublic {
			continue
		}
		path := "/types/" + url.PathEscape(v.ID) + "/os-volume-type-access"
		if v.Access, err = r.access(openapi.BlockStorage, "", path, "volume_type_access"); err != nil {
			return err
		}
	}
	return nil
}

// usualType is the id of the type of volumes that name none, "" if it is not told.
func (r *reader) usualType() (string, error) {
	body, status, err := r.get(openapi.BlockStorage, "", "/types/default")
	if err != nil || status != http.StatusOK {
		return "", err
	}
	var answer struct {
		Type struct {
			ID string `json:"id"`
		} `json:"volume_type"`
	}
	_ = json.Unmarshal(body, &answer) // an answer of another form tells no default
	return answer.Type.ID, nil
}
