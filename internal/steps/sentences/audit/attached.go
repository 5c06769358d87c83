package audit

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// attachmentsAt is the block-storage microversion in which attachments are read.
const attachmentsAt = "3.44"

// nodeField is the node of a server's host, by its name.
const nodeField = "OS-EXT-SRV-ATTR:hypervisor_hostname"

// attachedElsewhere checks of a server at rest, after an action that went well, that block storage knows of each of its volumes what
// compute shows: attached to the server once, by the attachment and under the device that compute names, on the server's host; or kept
// for it by an attachment of no host where it is on none (docs/contract/40-volume-rebuild.md §3). seen is the server in the list of
// servers, listed are its attachments in compute's list. Where the scenario itself has changed volumes nothing is checked, nor of a server
// that came from ERROR.
func attachedElsewhere(w *world.World, server *world.Noun, action *world.Exchange, seen map[string]any, listed []map[string]any) error {
	message, _ := action.Get("/instanceAction/message")
	before, _ := server.Facts["before"].(*world.Exchange)
	status := fmt.Sprint(seen["status"])
	if seen == nil || message != nil || !slices.Contains(resting, status) || w.HadTrial() || before == nil ||
		before.Text("/server/status") == "ERROR" || server.Facts["busy"] != nil || server.Facts["without end"] != nil ||
		!isLastAsked(w, server) {
		return nil
	}
	for _, volume := range w.Nouns("volume") {
		if volume.Facts["changed"] != nil || volume.Facts["gone"] != nil {
			return nil
		}
	}
	for _, entry := range listed {
		id, _ := entry["volumeId"].(string)
		if id == "" {
			continue
		}
		err := w.AtOnce("observation", "block storage has volume "+id+" as compute shows it", func() (bool, string, error) {
			differs, err := attachedAs(w, server, map[string]map[string]any{"now": seen, "before": fieldsOf(before)}, entry, id)
			return differs == "", differs, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// attachedAs says in what block storage differs from an attachment of compute's list, "" where in nothing.
func attachedAs(
	w *world.World, server *world.Noun, seen map[string]map[string]any, entry map[string]any, id string,
) (differs string, err error) {
	x, err := readVolumes(w, server, "/volumes/"+id)
	if x == nil || err != nil {
		return "", err
	}
	shown, _ := x.Get("/volume/attachments")
	own := phrases.ObjectsIn(shown)
	others := len(own)
	own = slices.DeleteFunc(own, func(a map[string]any) bool { return a["server_id"] != server.ID })
	others -= len(own)
	if differs := volumeFits(seen["now"], seen["before"], entry, x.Text("/volume/status"), own, others); differs != "" {
		return differs, nil
	}
	attachment, _ := entry["attachment_id"].(string)
	if attachment == "" {
		return "", nil // below 2.89 compute does not show it
	}
	if x, err = readVolumes(w, server, "/attachments/"+attachment); x == nil || err != nil {
		return "", err
	}
	found, _ := x.Get("/attachment")
	fields, _ := found.(map[string]any)
	return attachmentFits(server.ID, id, onHost(seen["now"]), fields), nil
}

// onHost tells whether a server at rest is on a host.
func onHost(server map[string]any) bool { return server["status"] != "SHELVED_OFFLOADED" }

// volumeFits says what does not fit a volume of the server: its status, or one of the attachments to it that the volume shows. A volume
// that others have, too, keeps their status. Names of devices are compared where both services tell them. A host may be known to block
// storage by an address or another name; it must not be the host of before, nor the name of a node.
func volumeFits(server, before, entry map[string]any, status string, own []map[string]any, others int) string {
	want, count := "in-use", 1
	if !onHost(server) {
		want, count = "reserved", 0
	}
	if status != want && others == 0 {
		return fmt.Sprintf("its status is %s, and not %s", status, want)
	}
	if len(own) != count {
		return fmt.Sprintf("it shows %d attachments to the server, and not %d", len(own), count)
	}
	for _, a := range own {
		for _, same := range []struct {
			field string
			want  any
		}{{"attachment_id", entry["attachment_id"]}, {"device", entry["device"]}} {
			is, told := a[same.field].(string)
			if told && is != "na" && same.want != nil && is != same.want {
				return fmt.Sprintf("its %s is %s, and compute shows %v", same.field, is, same.want)
			}
		}
		elsewhere := []any{before[hostField], before[nodeField], server[nodeField]}
		is, host := a["host_name"], server[hostField]
		if is != nil && host != nil && is != host && slices.Contains(elsewhere, is) {
			return fmt.Sprintf("its host_name is %s, and compute shows %v", is, host)
		}
	}
	return ""
}

// attachmentFits says what does not fit the attachment that compute names: whose it is, its state, and whether a host is connected.
func attachmentFits(server, volume string, connected bool, attachment map[string]any) string {
	status := "reserved"
	if connected {
		status = "attached"
	}
	for field, want := range map[string]string{"instance": server, "volume_id": volume, "status": status} {
		if is, told := attachment[field].(string); told && !strings.EqualFold(is, want) {
			return fmt.Sprintf("the %s of its attachment is %s, and not %s", field, is, want)
		}
	}
	if info, told := attachment["connection_info"].(map[string]any); told && (len(info) > 0) != connected {
		return fmt.Sprintf("the connection of its attachment is %v, and it is %s", info, status)
	}
	return ""
}

// readVolumes asks block storage, as an administrator where there is one: only they see hosts. Answers other than 200 are nil.
func readVolumes(w *world.World, server *world.Noun, path string) (*world.Exchange, error) {
	who := "admin"
	if s, err := w.Env().Target.Actor(who); err != nil || s == nil {
		who = server.Owner
	}
	request := fixtures.BlockStorage(w, who, http.MethodGet, path, nil)
	request.At = attachmentsAt
	x, err := w.Do(world.Observe, request)
	if err != nil || x.Status != http.StatusOK {
		return nil, err
	}
	return x, nil
}
