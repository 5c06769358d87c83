package target

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path"
	"strings"
	"time"

	"plumbline/openapi"
)

// Capabilities about shelving and places.
const (
	// HostWithoutZone: a host is up that no aggregate gives a zone to.
	HostWithoutZone = "host-without-zone"
	// OtherNodeName: a hypervisor has another name than its compute service.
	OtherNodeName = "other-node-name"
	// RestsShelved: a shelved server rests on its host (shelved_offload_time is not 0).
	RestsShelved = "rests-shelved"
	// FreeBoot: a server that asks for no zone is pinned to none (no default_schedule_zone).
	FreeBoot = "free-boot"
	// Pin: what a server is pinned to can be read, or found out.
	Pin = "pin"
	// PinShown: servers show what they are pinned to (2.96).
	PinShown = "pin-shown"
	// DeploymentSettings: what an operator chooses in the services' configuration can be changed from here.
	DeploymentSettings = "deployment-settings"
	// ExtendedResources: the network service knows ports that ask for resources, which old compute services cannot give.
	ExtendedResources = "extended-resources"
	// ClientUnshelvesToHost: the openstack command has the options of unshelving to a host.
	ClientUnshelvesToHost = "client-unshelves-to-host"
	// ClientUnpins: it can send a zone, and take one away, too: a release of it fails by itself.
	ClientUnpins = "client-unpins"
	// NovaClient: novaclient's Python library is installed here and can reach the target.
	NovaClient = "nova-client"
)

var shelveCapabilities = []string{
	HostWithoutZone, OtherNodeName, RestsShelved, FreeBoot, Pin, PinShown, DeploymentSettings, ExtendedResources, ClientUnshelvesToHost, ClientUnpins, NovaClient,
}

// unseenShelving are those whose absence says something about our view only.
var unseenShelving = []string{OtherNodeName, DeploymentSettings, ClientUnshelvesToHost, ClientUnpins, NovaClient}

// pinShown is the microversion from which a server shows the zone that it is pinned to.
var pinShown = openapi.MustVersion("2.96")

// probePin says how a pin can be read: directly, or by trying where the server goes when its zone is closed, which
// changes more than what a scenario creates.
func (t *Target) probePin(context.Context) error {
	t.found(PinShown, t.Max.AtLeast(pinShown), fmt.Sprintf("servers show pinned_availability_zone from %s; this run goes up to %s", pinShown, t.Max))
	if t.Max.AtLeast(pinShown) {
		t.found(Pin, true, fmt.Sprintf("servers show pinned_availability_zone from %s", pinShown))
		return nil
	}
	t.capabilities[Pin] = Capability{
		Name: Pin, Present: true, Disruptive: true,
		Evidence: fmt.Sprintf("servers show pinned_availability_zone from %s, here there is %s; what a server is pinned to is found out by disabling compute services", pinShown, t.Max),
	}
	return nil
}

// probeShelve finds out whether a shelved server rests on its host, and whether a server that asks for no zone is
// pinned to none: both are the operator's choice, which no API tells. A mock tells through its control API, and
// can be told otherwise; elsewhere a server is booted, shelved and deleted, if a scenario wants to know.
func (t *Target) probeShelve(ctx context.Context) error {
	if t.Control != nil {
		settings, err := t.Control.Settings(ctx)
		if err != nil {
			return err
		}
		t.found(DeploymentSettings, true, "the mock's control API changes them")
		t.found(RestsShelved, true, "the mock's control API changes shelved_offload_time")
		zone, _ := settings["default_schedule_zone"].(string)
		t.found(FreeBoot, zone == "", fmt.Sprintf("the mock's default_schedule_zone is %q", zone))
	} else {
		t.found(DeploymentSettings, false, "what the operator chose cannot be changed from here")
	}
	client := t.capabilities[ClientUnshelvesToHost]
	t.found(ClientUnpins, false, client.Evidence)
	byClient := client.Present && t.wants(ClientUnpins) && !t.ReadOnly
	if !byClient && t.Control != nil {
		return nil
	}
	if t.ReadOnly || !byClient && !t.wants(RestsShelved, FreeBoot) {
		t.unknown(RestsShelved, "found out by shelving a server when a run begins that wants to know")
		t.unknown(FreeBoot, "found out by booting a server when a run begins that wants to know")
		return nil
	}
	return t.tryShelving(ctx, byClient)
}

// wants tells whether a scenario of the run asks for one of the capabilities.
func (t *Target) wants(names ...string) bool {
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

// trial is a server of the probe's own.
type trial struct {
	*Session
	id, name, path, at string
}

// boot makes the server of a probe. Where the cloud refuses that, refused says so.
func (t *Target) boot(ctx context.Context, name string) (p trial, refused string, err error) {
	p = trial{Session: t.anyone("member", "admin"), name: t.Prefix() + name, at: t.Max.String()}
	body := map[string]any{"name": p.name, "imageRef": t.Resources.Image.ID, "flavorRef": t.Resources.Flavor.ID}
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
	p.id = text(server, "id")
	p.path = "/servers/" + p.id
	return p, "", nil
}

func (t *Target) tryShelving(ctx context.Context, byClient bool) error {
	p, refused, err := t.boot(ctx, "probe")
	if err != nil {
		return err
	}
	if refused != "" {
		t.unknown(RestsShelved, refused)
		t.unknown(FreeBoot, refused)
		return nil
	}
	defer t.Later(Removal{Kind: "server", ID: p.id, Name: p.name, Remove: func(ctx context.Context) error {
		return p.Remove(ctx, openapi.Compute, p.path)
	}})
	shown, err := p.await(ctx, "ACTIVE", "ERROR")
	if err != nil {
		return err
	}
	pin, told := shown["pinned_availability_zone"]
	switch {
	case t.Control != nil:
	case !told:
		t.found(FreeBoot, true, "servers do not show yet what they are pinned to: taken to be pinned to nothing")
	default:
		t.found(FreeBoot, pin == nil, fmt.Sprintf("a server that asked for no zone is pinned to %v", pin))
	}
	if _, err := p.send(ctx, http.MethodPost, p.path+"/action", map[string]any{"shelve": nil}); err != nil {
		return err
	}
	shown, err = p.await(ctx, "SHELVED", "SHELVED_OFFLOADED", "ERROR")
	if err != nil {
		return err
	}
	status := text(shown, "status")
	if t.Control == nil {
		t.found(RestsShelved, status == "SHELVED", "a server was shelved and ended "+status)
	}
	if byClient {
		if err := t.tryClient(ctx, p); err != nil {
			return err
		}
	}
	if err := p.Remove(ctx, openapi.Compute, p.path); err != nil {
		return err
	}
	_, err = p.await(ctx, "gone")
	return err
}

// tryClient has the client program take a zone away from the trial's server.
func (t *Target) tryClient(ctx context.Context, p trial) error {
	offload := Call{Role: "probe", Service: openapi.Compute, Method: http.MethodPost, Path: p.path + "/action", At: p.at, Body: map[string]any{"shelveOffload": nil}}
	if _, err := t.anyone("admin").Call(ctx, offload); err != nil { // 409 where it is off its host already
		return err
	}
	if _, err := p.await(ctx, "SHELVED_OFFLOADED"); err != nil {
		return err
	}
	program := t.capabilities[OpenStackClient].Evidence
	cmd := exec.CommandContext(ctx, program, "--os-compute-api-version", "2.91", "server", "unshelve", "--no-availability-zone", path.Base(p.path))
	cmd.Env = p.Environ()
	said, err := cmd.CombinedOutput()
	evidence := program + " server unshelve --no-availability-zone works"
	if err != nil {
		evidence = fmt.Sprintf("%s server unshelve --no-availability-zone fails: %s", program, t.tools.Redact.Text(strings.Join(strings.Fields(string(said)), " ")))
	}
	t.found(ClientUnpins, err == nil, evidence)
	_, err = p.await(ctx, "ACTIVE", "SHELVED_OFFLOADED")
	return err
}

func (p trial) send(ctx context.Context, method, path string, body any) (*Reply, error) {
	return p.Call(ctx, Call{Role: "probe", Service: openapi.Compute, Method: method, Path: path, At: p.at, Body: body})
}

// trialTime bounds each thing that is waited for.
const trialTime = 3 * time.Minute

// await looks until the server has one of the statuses and nothing to do; "gone" is one.
func (p trial) await(ctx context.Context, want ...string) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	for {
		reply, err := p.send(ctx, http.MethodGet, p.path, nil)
		if err != nil {
			return nil, err
		}
		server, _ := reply.JSON["server"].(map[string]any)
		status := text(server, "status")
		if reply.Is(http.StatusNotFound) {
			status = "gone"
		}
		for _, w := range want {
			if status == w && server["OS-EXT-STS:task_state"] == nil {
				return server, nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("the probe's server did not become %s: %w", strings.Join(want, " or "), ctx.Err())
		case <-time.After(500 * time.Millisecond):
		}
	}
}
