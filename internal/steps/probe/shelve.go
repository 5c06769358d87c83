package probe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// pinShown is the microversion from which a server shows the zone that it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// toHost is the microversion from which an unshelve names a host, which a server's pin allows or refuses.
var toHost = openapi.MustVersion("2.91")

// pin finds out how a server's pin can be observed: a field shows it, an administrator sends the server to hosts of two zones, or the
// zone is closed and the server's next host tells, which is disruptive.
func pin(_ context.Context, t *target.Target) error {
	t.Found(target.PinShown, t.Max.AtLeast(pinShown),
		fmt.Sprintf("servers show pinned_availability_zone from %s; this run goes up to %s", pinShown, t.Max))
	if t.Max.AtLeast(pinShown) {
		t.Found(target.Pin, true, fmt.Sprintf("servers show pinned_availability_zone from %s", pinShown))
		return nil
	}
	if t.Sessions["admin"] == nil {
		t.Unknown(target.Pin, fmt.Sprintf("servers show pinned_availability_zone from %s, here there is %s; only an "+
			"administrator can find it out before: %s", pinShown, t.Max, t.States["admin"].Reason))
		return nil
	}
	if t.Max.AtLeast(toHost) && t.Known[target.TwoZones].Present {
		t.Found(target.Pin, true, fmt.Sprintf("servers show pinned_availability_zone from %s, here there is %s; what a server is "+
			"pinned to is found out by sending it to hosts of two zones", pinShown, t.Max))
		return nil
	}
	t.Known[target.Pin] = target.Capability{
		Name: target.Pin, Present: true, Disruptive: true,
		Evidence: fmt.Sprintf("servers show pinned_availability_zone from %s, here there is %s; what a server is pinned to "+
			"is found out by disabling compute services", pinShown, t.Max),
	}
	return nil
}

// shelve finds out whether a shelved server stays on its host, and whether a server that names no zone is pinned to none.
// Both depend on the cloud's configuration, which no API shows. A mock's control API shows and changes it; on other targets
// a server is booted, shelved and deleted, if a scenario needs to know.
func shelve(ctx context.Context, t *target.Target) error {
	if t.Control != nil {
		settings, err := t.Control.Settings(ctx)
		if err != nil {
			return err
		}
		t.Found(target.DeploymentSettings, true, "the mock's control API changes them")
		t.Found(target.RestsShelved, true, "the mock's control API changes shelved_offload_time")
		zone, _ := settings["default_schedule_zone"].(string)
		t.Found(target.FreeBoot, zone == "", fmt.Sprintf("the mock's default_schedule_zone is %q", zone))
		across := settings["cross_az_attach"]
		t.Found(target.CrossZoneVolumes, across == true, fmt.Sprintf("the mock's cross_az_attach is %v", across))
		after := target.Number(settings, "shelved_offload_time")
		foundOffloads(t, after >= 0, fmt.Sprintf("the mock's shelved_offload_time is %v", after))
	} else {
		t.Found(target.DeploymentSettings, false, "what the operator chose cannot be changed from here")
	}
	// The client has the option; only using it shows whether it works.
	byClient := t.Known[target.ClientUnpins].Present && isWanted(t, target.ClientUnpins) && !t.ReadOnly
	if !byClient && t.Control != nil {
		return nil
	}
	if t.ReadOnly || !byClient && !isWanted(t, target.RestsShelved, target.FreeBoot, target.CrossZoneVolumes) {
		t.Unknown(target.RestsShelved, "found out by shelving a server when a run begins that wants to know")
		t.Unknown(target.FreeBoot, "found out by booting a server when a run begins that wants to know")
		t.Unknown(target.CrossZoneVolumes, "found out by attaching a volume to a server when a run begins that wants to know")
		foundOffloads(t, true, "taken to leave its host by itself")
		return nil
	}
	return tryShelving(ctx, t, byClient)
}

// isWanted tells whether a scenario of the run needs one of the capabilities.
func isWanted(t *target.Target, names ...string) bool {
	if t.Needs == nil {
		return true
	}
	for _, name := range names {
		if t.Needs[name] {
			return true
		}
	}
	return false
}

// withoutNetwork is the microversion from which a server can be booted without a network.
var withoutNetwork = openapi.MustVersion("2.37")

// trial is a server that the probe creates for itself.
type trial struct {
	*session.Session
	id, name, path, at string
}

// boot creates the server of a probe. refused is the reason where the cloud refuses it.
func boot(ctx context.Context, t *target.Target, name string) (p trial, refused string, err error) {
	return bootWith(ctx, t, target.FirstActor(t, "member", "admin"), name, nil)
}

// bootWith is boot as a user, with more in the request's server object.
func bootWith(ctx context.Context, t *target.Target, s *session.Session, name string, more map[string]any) (
	p trial, refused string, err error,
) {
	p = trial{Session: s, name: t.Prefix() + name, at: t.Max.String()}
	body := map[string]any{"name": p.name, "imageRef": t.Resources.Image.ID, "flavorRef": t.Resources.Flavor.ID}
	maps.Copy(body, more)
	if t.Max.AtLeast(withoutNetwork) {
		body["networks"] = "none"
	}
	reply, err := p.send(ctx, http.MethodPost, "/servers", map[string]any{"server": body})
	if err != nil {
		return p, "", err
	}
	if !reply.Is(http.StatusAccepted) {
		return p, fmt.Sprintf("the server to try it with was refused: %d %s", reply.Status, reply.Message()), nil
	}
	server, _ := reply.JSON["server"].(map[string]any)
	p.id = target.Text(server, "id")
	p.path = "/servers/" + p.id
	return p, "", nil
}

func tryShelving(ctx context.Context, t *target.Target, byClient bool) error {
	p, refused, err := boot(ctx, t, "probe")
	if err != nil {
		return err
	}
	if refused != "" {
		t.Unknown(target.RestsShelved, refused)
		t.Unknown(target.FreeBoot, refused)
		t.Unknown(target.CrossZoneVolumes, refused)
		t.Unknown(target.Offloads, refused)
		return nil
	}
	defer p.removeAtEnd(t)
	shown, err := p.comesUp(ctx, t)
	if err != nil {
		return err
	}
	if t.Control == nil {
		if err := p.zones(ctx, t, shown); err != nil {
			return err
		}
	}
	if _, err := p.send(ctx, http.MethodPost, p.path+"/action", map[string]any{"shelve": nil}); err != nil {
		return err
	}
	shown, err = p.await(ctx, "SHELVED", "SHELVED_OFFLOADED", "ERROR")
	if err != nil {
		return err
	}
	status := target.Text(shown, "status")
	if t.Control == nil {
		if status, err = p.staysShelved(ctx, status); err != nil {
			return err
		}
		t.Found(target.RestsShelved, status == "SHELVED", "a server was shelved and ended "+status)
		foundOffloads(t, status == "SHELVED_OFFLOADED", "a server was shelved and ended "+status)
	}
	if byClient && t.Known[target.Offloads].Present {
		if err := tryClient(ctx, t, p); err != nil {
			return err
		}
	}
	return p.remove(ctx)
}

// removeAtEnd has the run remove the server, should the probe not get so far.
func (p trial) removeAtEnd(t *target.Target) {
	t.RemoveAtEnd(target.Removal{Kind: "server", ID: p.id, Name: p.name, Remove: func(ctx context.Context) error {
		return target.Remove(ctx, p.Session, openapi.Compute, p.path)
	}})
}

// remove deletes the server and waits until it is gone.
func (p trial) remove(ctx context.Context) error {
	if err := target.Remove(ctx, p.Session, openapi.Compute, p.path); err != nil {
		return err
	}
	_, err := p.await(ctx, "gone")
	return err
}

// restTime is how long a shelved server must stay on its host for scenarios that need it there; they take less time.
const restTime = 15 * time.Second

// staysShelved watches whether a SHELVED server stays so for restTime, and answers its last status.
func (p trial) staysShelved(ctx context.Context, status string) (string, error) {
	for waited := time.Duration(0); status == "SHELVED" && waited < restTime; waited += trialPause {
		if err := p.Pause(ctx, trialPause); err != nil {
			return "", err
		}
		reply, err := p.send(ctx, http.MethodGet, p.path, nil)
		if err != nil {
			return "", err
		}
		server, _ := reply.JSON["server"].(map[string]any)
		if server["OS-EXT-STS:task_state"] == nil {
			status = target.Text(server, "status")
		}
	}
	return status, nil
}

// foundOffloads records whether a shelved server can be taken off its host: by itself, or by an admin.
func foundOffloads(t *target.Target, itself bool, saw string) {
	if !itself && t.Sessions["admin"] == nil {
		t.Unknown(target.Offloads, saw+", and only an administrator takes it off its host: "+t.States["admin"].Reason)
		return
	}
	t.Found(target.Offloads, true, saw)
}

// tryClient unpins the trial's server with the client program.
func tryClient(ctx context.Context, t *target.Target, p trial) error {
	offload := session.Call{
		Role: "probe", Service: openapi.Compute, Method: http.MethodPost, Path: p.path + "/action",
		At: p.at, Body: map[string]any{"shelveOffload": nil},
	}
	if _, err := target.FirstActor(t, "admin").Call(ctx, offload); err != nil { // 409 where it is offloaded already
		return err
	}
	if _, err := p.await(ctx, "SHELVED_OFFLOADED"); err != nil {
		return err
	}
	client := t.Known[target.OpenStackClient].Evidence
	env, err := target.Environ(p.Session)
	if err != nil {
		return err
	}
	run, _ := programs(t)
	said, err := runProgram(ctx, run, env, client, "--os-compute-api-version", "2.91", "server", "unshelve",
		"--no-availability-zone", path.Base(p.path))
	evidence := client + " server unshelve --no-availability-zone works"
	if err != nil {
		evidence = fmt.Sprintf("%s server unshelve --no-availability-zone fails: %s", client,
			t.Tools.Redact.Text(strings.Join(strings.Fields(said), " ")))
	}
	t.Found(target.ClientUnpins, err == nil, evidence)
	_, err = p.await(ctx, "ACTIVE", "SHELVED_OFFLOADED")
	return err
}

func (p trial) send(ctx context.Context, method, path string, body any) (*session.Reply, error) {
	return p.Call(ctx, session.Call{Role: "probe", Service: openapi.Compute, Method: method, Path: path, At: p.at, Body: body})
}

// trialTime bounds each wait, trialPause is the longest time between two looks.
const (
	trialTime  = 3 * time.Minute
	trialPause = 500 * time.Millisecond
)

// await reads the server until it has one of the statuses and no task; the status "gone" means deleted.
func (p trial) await(ctx context.Context, want ...string) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	for pause := trialPause / 10; ; pause = min(pause*2, trialPause) {
		reply, err := p.send(ctx, http.MethodGet, p.path, nil)
		if err != nil {
			return nil, err
		}
		server, _ := reply.JSON["server"].(map[string]any)
		status := target.Text(server, "status")
		if reply.Is(http.StatusNotFound) {
			status = "gone"
		}
		if status == "SOFT_DELETED" && slices.Contains(want, "gone") { // a cloud that keeps deleted servers for a while
			if _, err := p.send(ctx, http.MethodPost, p.path+"/action", map[string]any{"forceDelete": nil}); err != nil {
				return nil, err
			}
		}
		for _, w := range want {
			if status == w && server["OS-EXT-STS:task_state"] == nil {
				return server, nil
			}
		}
		if err := p.Pause(ctx, pause); err != nil {
			return nil, fmt.Errorf("the probe's server did not become %s: %w", strings.Join(want, " or "), err)
		}
	}
}
