package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// keeps are fields that neither come nor go through one of these actions; others may, as the password does that an answer shows once.
var keeps = []string{
	"id", "name", "created", "user_id", "tenant_id", "metadata", "description", "accessIPv4", "accessIPv6", "key_name", "flavor", "tags",
	"locked", "locked_reason", "addresses", "os-extended-volumes:volumes_attached", "server_groups", "config_drive",
}

// worked are fields that change with any work on a server: its states and times, and what a guest reports.
var worked = []string{
	"status", "OS-EXT-STS:vm_state", "OS-EXT-STS:task_state", "OS-EXT-STS:power_state", "updated", "progress", "fault", "host_status",
	"OS-SRV-USG:launched_at", "OS-SRV-USG:terminated_at", "links",
}

// placed are fields that say where a server is.
var placed = []string{
	"hostId", "OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-AZ:availability_zone", "pinned_availability_zone",
}

// changes are the fields that an accepted action may change besides those of its parameters; it leaves all others as they were.
var changes = map[string][]string{
	"rebuild": slices.Concat(worked, []string{
		"image", "OS-EXT-SRV-ATTR:kernel_id", "OS-EXT-SRV-ATTR:ramdisk_id", "trusted_image_certificates",
	}),
	"shelve":   slices.Concat(worked, placed),
	"unshelve": slices.Concat(worked, placed),
}

// passing are fields that an action changes only while it lasts. A server that is brought up from the copy of its disk shows that
// copy as its image until it runs (docs/contract/20-unshelve-host.md §3).
var passing = map[string][]string{"unshelve": {"image"}}

// resets are the values that an action gives fields that it does not name: a rebuild divides the disk by hand, unless its image
// says otherwise (docs/contract/10-rebuild-keypair.md §0).
var resets = map[string]map[string]any{"rebuild": {"OS-DCF:diskConfig": "MANUAL"}}

// keepsTheRest checks that the fields which an accepted action did not name are as before the request; now is the server after it.
func keepsTheRest(w *world.World, x *world.Exchange, server *world.Noun, now *world.Exchange) error {
	before, kept := server.Facts["before"].(*world.Exchange)
	if !kept || before.Text("/server/status") == "" || w.Case().Variant == sinceOne {
		return nil
	}
	action := wire.ActionOf(x.Sent())
	var sent map[string]map[string]any
	if json.Unmarshal(x.Sent(), &sent) != nil && action == "rebuild" {
		return nil
	}
	asked := sent[action]
	task, _ := now.Get("/server/OS-EXT-STS:task_state")
	was, is := fieldsOf(before), fieldsOf(now)
	for _, field := range slices.Concat(keeps, slices.Sorted(maps.Keys(was))) {
		_, named := asked[field]
		_, namedShort := asked[strings.TrimPrefix(field, "OS-EXT-SRV-ATTR:")]
		if w.HadTrial() && slices.Contains(placed, field) {
			continue // a sentence that looked for the pin has moved the server
		}
		if named || namedShort || slices.Contains(changes[action], field) || task != nil && slices.Contains(passing[action], field) {
			continue
		}
		old, had := was[field]
		value, shown := is[field]
		if reset, known := resets[action][field]; known && value == reset {
			continue
		}
		if had != shown && slices.Contains(keeps, field) || had && shown && !reflect.DeepEqual(old, value) {
			return world.Differ("the server's "+field+" after "+action, old, value)
		}
	}
	return nil
}

// fieldsOf are the fields of the server in an answer.
func fieldsOf(x *world.Exchange) map[string]any {
	server, _ := x.Get("/server")
	fields, _ := server.(map[string]any)
	return fields
}

// copyGone checks that a server which runs again has left no image of its disk behind, whatever it was pinned to and whoever asked
// (docs/contract/20-unshelve-host.md §3). Where images cannot be listed nothing is checked.
func copyGone(w *world.World, server *world.Noun, now *world.Exchange) error {
	if task, _ := now.Get("/server/OS-EXT-STS:task_state"); task != nil || now.Text("/server/status") != "ACTIVE" || w.HadTrial() {
		return nil
	}
	var left []string
	err := w.Eventually("observation", "the image that shelving made is gone", func() (bool, string, error) {
		x, err := w.Do(world.Observe, world.Request{
			Actor: server.Owner, Service: openapi.Image, Method: http.MethodGet, Path: "/images",
			Query: url.Values{"name": {server.RealName + "-shelved"}},
		})
		if err != nil || x.Status != http.StatusOK {
			return err == nil, "", err
		}
		left = nil
		all, _ := x.Get("/images")
		list, _ := all.([]any)
		for _, item := range list {
			image, _ := item.(map[string]any)
			left = append(left, fmt.Sprint(image["id"]))
		}
		return len(left) == 0, fmt.Sprint(left), nil
	})
	return err
}
