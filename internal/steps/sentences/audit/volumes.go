package audit

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// reimaged are fields of a root volume that a rebuild changes; its attachments, too, since Nova makes new ones
// (docs/contract/40-volume-rebuild.md §3).
var reimaged = []string{"status", "volume_image_metadata", "updated_at", "attachments", "metadata"}

// volumesUnharmed checks that a refused request left the scenario's volumes and their attachments as they were, where they were
// at rest.
func volumesUnharmed(w *world.World) error {
	return eachVolume(w, func(name string, before, now *world.Exchange, attached []fixtures.Attachment, volume *world.Noun) error {
		if err := sameFields("the volume "+name+" after a refused request", before, now, "updated_at"); err != nil {
			return err
		}
		if was := volume.Facts["attachments"]; !reflect.DeepEqual(was, attached) {
			return world.Differ("the attachments of volume "+name+" after a refused request", was, attached)
		}
		return nil
	})
}

// volumesFit checks that an accepted action left the scenario's volumes as they were: all but their states, and what a rebuild of
// a root volume changes.
func volumesFit(w *world.World, action string) error {
	return eachVolume(w, func(name string, before, now *world.Exchange, attached []fixtures.Attachment, volume *world.Noun) error {
		changed := []string{"updated_at", "attachments", "status"}
		if name == phrases.Root && action == "rebuild" {
			changed = reimaged
		}
		if err := sameFields("the volume "+name+" after "+action, before, now, changed...); err != nil {
			return err
		}
		was, _ := volume.Facts["attachments"].([]fixtures.Attachment)
		if !slices.Equal(serversOf(was), serversOf(attached)) {
			return world.Differ("the servers of volume "+name+" after "+action, serversOf(was), serversOf(attached))
		}
		return nil
	})
}

// serversOf are the servers that a volume is attached to; one whose rebuild failed may have two attachments.
func serversOf(all []fixtures.Attachment) (servers []string) {
	for _, a := range all {
		servers = append(servers, a.Server)
	}
	slices.Sort(servers)
	return slices.Compact(servers)
}

// attachedLikewise checks that the list of a server's attachments has the volumes that the server itself shows, each deleted with the
// server or not as the server shows it, and answers that list.
func attachedLikewise(w *world.World, server *world.Noun, shown *world.Exchange) (all []map[string]any, err error) {
	attached, _ := shown.Get("/server/os-extended-volumes:volumes_attached")
	volumes := phrases.ObjectsIn(attached)
	if len(volumes) == 0 {
		return nil, nil
	}
	for len(all) < len(volumes) { // page by page: this list has an offset, and no links
		query := url.Values{}
		if len(all) > 0 {
			query.Set("offset", strconv.Itoa(len(all)))
		}
		list, err := w.Observe(world.Request{
			Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet, Path: "/servers/" + server.ID + "/os-volume_attachments",
			Query: query,
		}, http.StatusOK)
		if err != nil {
			return nil, err
		}
		listed, _ := list.Get("/volumeAttachments")
		page := phrases.ObjectsIn(listed)
		if all = append(all, page...); len(page) == 0 {
			break
		}
	}
	if len(all) != len(volumes) {
		return nil, world.Differ("how many attachments of the server are listed", len(volumes), len(all))
	}
	for _, v := range volumes {
		at := slices.IndexFunc(all, func(a map[string]any) bool { return a["volumeId"] == v["id"] && a["serverId"] == server.ID })
		if at < 0 {
			return nil, world.Differ("the volumes in the list of the server's attachments", v["id"], all)
		}
		kept, known := v["delete_on_termination"]
		if told, there := all[at]["delete_on_termination"]; known && there && told != kept {
			return nil, world.Differ(fmt.Sprintf("whether volume %v is deleted with the server, in the list of attachments", v["id"]), kept, told)
		}
	}
	return all, nil
}

// eachVolume looks again at the volumes that were looked at before the request. A volume that was at work then, or that the
// scenario itself changed or removed, is left out.
func eachVolume(
	w *world.World, check func(name string, before, now *world.Exchange, attached []fixtures.Attachment, volume *world.Noun) error,
) error {
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil {
			continue
		}
		before, _ := volume.Facts["before"].(*world.Exchange)
		if before == nil || volume.Facts["changed"] != nil || volume.Facts["gone"] != nil {
			continue
		}
		now, err := fixtures.ShowVolume(w, world.Observe, volume)
		if err != nil {
			return err
		}
		attached, err := fixtures.Attachments(w, world.Observe, volume)
		if err != nil {
			return err
		}
		if err := check(name, before, now, attached, volume); err != nil {
			return err
		}
	}
	return nil
}

// sameFields checks that a volume has the fields and values of before, but for those that may change.
func sameFields(what string, before, now *world.Exchange, changed ...string) error {
	if field, was, is := lostField(before, now, changed...); field != "" {
		return world.Differ(what+": its "+field, was, is)
	}
	return nil
}

// lostField names the first field of a volume that it no longer has, has with another value or has newly, but for those that may change.
func lostField(before, now *world.Exchange, changed ...string) (field string, was, is any) {
	fields, after := volumeOf(before), volumeOf(now)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		value, shown := after[field]
		if !slices.Contains(changed, field) && (!shown || !reflect.DeepEqual(fields[field], value)) {
			return field, fields[field], value
		}
	}
	for _, field := range slices.Sorted(maps.Keys(after)) {
		if _, had := fields[field]; !had && !slices.Contains(changed, field) {
			return field, "not there", after[field]
		}
	}
	return "", nil, nil
}

func volumeOf(x *world.Exchange) map[string]any {
	volume, _ := x.Get("/volume")
	fields, _ := volume.(map[string]any)
	return fields
}
