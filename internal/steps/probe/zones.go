package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// hostAsked is the microversion from which a new server can ask for a host that the scheduler has to agree to.
var hostAsked = openapi.MustVersion("2.74")

// zones finds out by the trial's server, which is ACTIVE, what zones mean here: whether a server that asks for none is pinned
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
	own := target.Text(made, "availability_zone")
	if target.Text(made, "status") == "error" {
		t.Unknown(target.CrossZoneVolumes, "the volume to try it with ended in error")
		return volume.remove(ctx)
	}
	if own == zone {
		q, err := p.inAnotherZone(ctx, t, own)
		if err != nil || q.id == "" {
			return errors.Join(err, volume.remove(ctx))
		}
		p = q
	}
	p.at = t.Min.String() // later ones answer otherwise
	reply, err = p.send(ctx, http.MethodPost, p.path+"/os-volume_attachments",
		map[string]any{"volumeAttachment": map[string]any{"volumeId": volume.id}})
	if err != nil {
		return err
	}
	saw := fmt.Sprintf("attaching a volume of zone %s to a server of another zone answers %d %s", own, reply.Status, reply.Message())
	if t.Found(target.CrossZoneVolumes, reply.Is(http.StatusOK), saw); !reply.Is(http.StatusOK) && !reply.Is(http.StatusBadRequest) {
		t.Unknown(target.CrossZoneVolumes, saw) // the server is in ERROR, or the cloud is: that says nothing of zones
	}
	if reply.Is(http.StatusOK) {
		if err := p.detach(ctx, volume); err != nil {
			return err
		}
	}
	if own == zone {
		if err := p.remove(ctx); err != nil {
			return err
		}
	}
	return volume.remove(ctx)
}

// inAnotherZone boots a server in a zone of hosts other than the given one. One without an id is none: there is no such zone, or the
// server did not come up.
func (p trial) inAnotherZone(ctx context.Context, t *target.Target, but string) (q trial, err error) {
	other := slices.IndexFunc(t.Places, func(at target.Place) bool { return at.Zone != but })
	if other < 0 {
		t.Unknown(target.CrossZoneVolumes, fmt.Sprintf("no host is seen in a zone other than %s, that of volumes", but))
		return trial{}, nil
	}
	q, refused, err := bootWith(ctx, t, p.Session, "probe-other-zone", map[string]any{"availability_zone": t.Places[other].Zone})
	if err != nil || refused != "" {
		t.Unknown(target.CrossZoneVolumes, refused)
		return trial{}, err
	}
	defer q.removeAtEnd(t)
	came, err := q.await(ctx, "ACTIVE", "ERROR")
	if err == nil && target.Text(came, "status") == "ERROR" {
		t.Unknown(target.CrossZoneVolumes, "the server to try it with, of zone "+t.Places[other].Zone+", ended in ERROR")
		return trial{}, q.remove(ctx)
	}
	return q, err
}

// detach waits until the volume is attached to the server, and detaches it.
func (p trial) detach(ctx context.Context, volume trialVolume) error {
	if _, err := volume.await(ctx, "in-use", "error", "available"); err != nil {
		return err
	}
	if _, err := p.send(ctx, http.MethodDelete, p.path+"/os-volume_attachments/"+volume.id, nil); err != nil {
		return err
	}
	_, err := volume.await(ctx, "available", "error")
	return err
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
