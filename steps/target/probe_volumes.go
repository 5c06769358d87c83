package target

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"plumbline/openapi"
)

// reimageFrom is the block-storage microversion that can write an image to an existing volume.
var reimageFrom = openapi.MustVersion("3.68")

// probeVolumes finds out what the target's block storage can do, and what can be seen of it.
func (t *Target) probeVolumes(ctx context.Context) error {
	t.probeSteering()
	t.found(OlderCompute, false, "no interface tells the release of a compute service, and none here is older than the others")
	if !t.Main.Offers(openapi.BlockStorage) {
		for _, name := range []string{Reimage, OldBlockStorage, Multiattach, VolumeContent} {
			t.found(name, false, t.inCatalogue(openapi.BlockStorage))
		}
		return nil
	}
	t.probeReimage()
	if err := t.probeMultiattach(ctx); err != nil {
		return err
	}
	return t.probeContent(ctx)
}

// probeSteering says what only a mock with its control API lets us do: step its clock, read what its services say to
// one another, hold a service back at an older microversion.
func (t *Target) probeSteering() {
	t.found(Journal, t.Control != nil, cmp.Or(t.uncontrolled, "the mock keeps a journal"))
	switch {
	case t.Control == nil:
		t.found(SteppedClock, false, t.uncontrolled+": states between two looks cannot be caught for certain")
	case t.Kind != Embedded:
		t.found(SteppedClock, false, "the mock's clock runs by itself: states between two looks cannot be caught for certain")
	case t.Control.lifecycle == "immediate":
		t.found(SteppedClock, false, "the mock finishes its work at once; start it with another --lifecycle")
	default:
		t.found(SteppedClock, true, "the mock's clock moves only when the suite waits")
	}
}

// probeReimage reads what block storage states of its microversions.
func (t *Target) probeReimage() {
	for _, s := range t.services {
		if s.Type != string(openapi.BlockStorage) {
			continue
		}
		newest, err := openapi.ParseVersion(s.Max)
		saw := fmt.Sprintf("block storage states microversions %s to %s", s.Min, s.Max)
		t.found(Reimage, err == nil && newest.AtLeast(reimageFrom), saw)
		t.found(OldBlockStorage, t.Control != nil || err == nil && newest.Less(reimageFrom), saw)
	}
}

// probeMultiattach looks for a volume type whose volumes several servers may have.
func (t *Target) probeMultiattach(ctx context.Context) error {
	s := t.anyone("member", "admin")
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.BlockStorage, Method: http.MethodGet, Path: "/types"})
	if err != nil {
		return err
	}
	for _, kind := range objects(reply.JSON["volume_types"]) {
		if specs, _ := kind["extra_specs"].(map[string]any); text(specs, "multiattach") == "<is> True" {
			t.MultiattachType = text(kind, "id")
			t.found(Multiattach, true, "the volume type "+text(kind, "name")+" has multiattach")
			return nil
		}
	}
	t.found(Multiattach, false, "no volume type has multiattach")
	return nil
}

// probeContent asks whether a volume can be uploaded as an image: the upload of one that does not exist is answered
// 404 where it would be allowed.
func (t *Target) probeContent(ctx context.Context) error {
	if t.Control != nil {
		t.found(VolumeContent, true, "the mock tells what is on a volume")
		return nil
	}
	s := t.anyone("member", "admin")
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.BlockStorage, Method: http.MethodPost, Path: "/volumes/" + nowhere + "/action", Body: map[string]any{
		"os-volume_upload_image": map[string]any{"image_name": t.Prefix() + "never", "disk_format": "raw", "container_format": "bare"},
	}})
	if err != nil {
		return err
	}
	t.found(VolumeContent, reply.Is(http.StatusNotFound), fmt.Sprintf("the upload of a volume that does not exist answers %d %s", reply.Status, reply.Message()))
	return nil
}

// helpTime bounds asking the stock client for its help.
const helpTime = time.Minute

// probeClient asks the stock client whether it knows the switch for volume-backed servers.
func (t *Target) probeClient(ctx context.Context) error {
	client := t.capabilities[OpenStackClient]
	if !client.Present {
		t.found(ReimageClient, false, client.Evidence)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, helpTime)
	defer cancel()
	help, err := exec.CommandContext(ctx, client.Evidence, "help", "server", "rebuild").CombinedOutput()
	if err != nil {
		t.found(ReimageClient, false, fmt.Sprintf("%s does not tell its switches: %v", client.Evidence, err))
		return nil
	}
	knows := strings.Contains(string(help), "--reimage-boot-volume")
	t.found(ReimageClient, knows, client.Evidence+map[bool]string{true: " knows", false: " does not know"}[knows]+" server rebuild --reimage-boot-volume")
	return nil
}
