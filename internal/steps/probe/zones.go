package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// hostAsked is the microversion from which a new server can ask for a host that the scheduler has to agree to.
var hostAsked = openapi.MustVersion("2.74")

// zones finds out by the trial's server, which is ACTIVE or in ERROR, what zones mean here: whether a server that asks for none is pinned
// to none, and whether a server may have volumes of another zone.
func (p trial) zones(ctx context.Context, t *target.Target, shown map[string]any) error {
	if err := p.freeBoot(ctx, t, shown); err != nil {
		return err
	}
	if !t.Main.Offers(openapi.BlockStorage) {
		t.Found(target.CrossZoneVolumes, false, inCatalogue(t, openapi.BlockStorage))
		return nil
	}
	if !isWanted(t, target.CrossZoneVolumes) {
		t.Unknown(target.CrossZoneVolumes, "found out by attaching a volume to a server when a run begins that wants to know")
		return nil
	}
	return p.crossZoneVolumes(ctx, t, target.Text(shown, zoneField))
}

const zoneField = "OS-EXT-AZ:availability_zone"

// freeBoot reads what the server is pinned to. Before that is shown, an administrator asks for another server without a zone, on a host
// of another zone than the first one came to: a default zone would keep it from there.
func (p trial) freeBoot(ctx context.Context, t *target.Target, shown map[string]any) error {
	if pin, told := shown["pinned_availability_zone"]; told {
		t.Found(target.FreeBoot, pin == nil, fmt.Sprintf("a server that asked for no zone is pinned to %v", pin))
		return nil
	}
	admin, zone := t.Sessions["admin"], target.Text(shown, zoneField)
	other := slices.IndexFunc(t.Places, func(at target.Place) bool { return at.Zone != zone })
	switch {
	case !isWanted(t, target.FreeBoot):
		t.Unknown(target.FreeBoot, "found out by booting a server when a run begins that wants to know")
		return nil
	case !t.Max.AtLeast(hostAsked):
		t.Found(target.FreeBoot, true, fmt.Sprintf("servers cannot ask for a host before %s: taken to be pinned to nothing", hostAsked))
		return nil
	case admin == nil:
		t.Unknown(target.FreeBoot, fmt.Sprintf("servers show what they are pinned to from %s, here there is %s; only an administrator can "+
			"find it out before: %s", pinShown, t.Max, t.States["admin"].Reason))
		return nil
	case other < 0:
		t.Found(target.FreeBoot, true, "all compute hosts that are up are in one zone")
		return nil
	}
	at := t.Places[other]
	q, refused, err := bootWith(ctx, t, admin, "probe-zone", map[string]any{"host": at.Host})
	if err != nil {
		return err
	}
	if refused != "" {
		t.Unknown(target.FreeBoot, refused)
		return nil
	}
	defer q.removeAtEnd(t)
	came, err := q.await(ctx, "ACTIVE", "ERROR")
	if err != nil {
		return err
	}
	fault, _ := came["fault"].(map[string]any)
	status := target.Text(came, "status")
	t.Found(target.FreeBoot, status == "ACTIVE", fmt.Sprintf(
		"a server without a zone came to zone %s; one for host %s of zone %s ended %s %s",
		zone, at.Host, at.Zone, status, target.Text(fault, "message")))
	return q.remove(ctx)
}

// volumeZones reads the zones that volumes may be in. A cloud that does not tell has the one that volumes get by themselves.
func volumeZones(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "member", "admin")
	reply, err := s.Call(ctx, session.Call{
		Role: "probe", Service: openapi.BlockStorage, Method: http.MethodGet, Path: "/os-availability-zone",
	})
	if err != nil {
		return err
	}
	t.VolumeZones = nil
	for _, zone := range target.Objects(reply.JSON["availabilityZoneInfo"]) {
		if state, _ := zone["zoneState"].(map[string]any); state["available"] == true {
			t.VolumeZones = append(t.VolumeZones, target.Text(zone, "zoneName"))
		}
	}
	return nil
}

// crossZoneVolumes tries to attach a volume of the default zone of block storage to the server of another zone.
func (p trial) crossZoneVolumes(ctx context.Context, t *target.Target, zone string) error {
	volume, name := trialVolume{Session: p.Session}, t.Prefix()+"probe"
	reply, err := volume.send(ctx, http.MethodPost, "/volumes", map[string]any{"volume": map[string]any{"size": 1, "name": name}})
	if err != nil {
		return err
	}
	made, _ := reply.JSON["volume"].(map[string]any)
	if volume.id = target.Text(made, "id"); !reply.Is(http.StatusAccepted) || volume.id == "" {
		t.Unknown(target.CrossZoneVolumes, fmt.Sprintf("the volume to try it with was refused: %d %s", reply.Status, reply.Message()))
		return nil
	}
	defer t.RemoveAtEnd(target.Removal{Kind: "volume", ID: volume.id, Name: name, Remove: volume.delete})
	made, err = volume.await(ctx, "available", "error")
	if err != nil {
		return err
	}
	if own := target.Text(made, "availability_zone"); target.Text(made, "status") == "error" || own == zone {
		t.Unknown(target.CrossZoneVolumes, fmt.Sprintf("the volume to try it with is %s in zone %s, as the server is in %s",
			target.Text(made, "status"), own, zone))
		return volume.remove(ctx)
	}
	p.at = t.Min.String() // later ones answer otherwise
	reply, err = p.send(ctx, http.MethodPost, p.path+"/os-volume_attachments",
		map[string]any{"volumeAttachment": map[string]any{"volumeId": volume.id}})
	if err != nil {
		return err
	}
	t.Found(target.CrossZoneVolumes, reply.Is(http.StatusOK), fmt.Sprintf(
		"attaching a volume of zone %s to a server of zone %s answers %d %s",
		target.Text(made, "availability_zone"), zone, reply.Status, reply.Message()))
	if !reply.Is(http.StatusOK) {
		return volume.remove(ctx)
	}
	if _, err := volume.await(ctx, "in-use", "error", "available"); err != nil {
		return err
	}
	if _, err := p.send(ctx, http.MethodDelete, p.path+"/os-volume_attachments/"+volume.id, nil); err != nil {
		return err
	}
	if _, err := volume.await(ctx, "available", "error"); err != nil {
		return err
	}
	return volume.remove(ctx)
}

// trialVolume is a volume that the probe creates for itself.
type trialVolume struct {
	*session.Session
	id string
}

func (v trialVolume) send(ctx context.Context, method, path string, body any) (*session.Reply, error) {
	return v.Call(ctx, session.Call{Role: "probe", Service: openapi.BlockStorage, Method: method, Path: path, Body: body})
}

func (v trialVolume) delete(ctx context.Context) error {
	return target.Remove(ctx, v.Session, openapi.BlockStorage, "/volumes/"+v.id)
}

func (v trialVolume) remove(ctx context.Context) error {
	if err := v.delete(ctx); err != nil {
		return err
	}
	_, err := v.await(ctx, "gone")
	return err
}

// await reads the volume until it has one of the statuses; "gone" means deleted.
func (v trialVolume) await(ctx context.Context, want ...string) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	for pause := trialPause / 10; ; pause = min(pause*2, trialPause) {
		reply, err := v.send(ctx, http.MethodGet, "/volumes/"+v.id, nil)
		if err != nil {
			return nil, err
		}
		volume, _ := reply.JSON["volume"].(map[string]any)
		status := target.Text(volume, "status")
		if reply.Is(http.StatusNotFound) {
			status = "gone"
		}
		if slices.Contains(want, status) {
			return volume, nil
		}
		if err := v.Pause(ctx, pause); err != nil {
			return nil, fmt.Errorf("the probe's volume did not become %v but %s: %w", want, status, err)
		}
	}
}
