package probe

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// reimageFrom is the block-storage microversion that can write an image to an existing volume.
var reimageFrom = openapi.MustVersion("3.68")

// volumes finds out the capabilities of the target's block storage.
func volumes(ctx context.Context, t *target.Target) error {
	probeControl(t)
	if t.Control != nil {
		t.Found(target.OlderCompute, true, "the mock's control API makes compute services older")
	} else {
		t.Found(target.OlderCompute, false, "no interface tells the release of a compute service, and none here is older than the others")
	}
	if !t.Main.Offers(openapi.BlockStorage) {
		for _, name := range []string{target.Reimage, target.OldBlockStorage, target.Multiattach, target.VolumeContent} {
			t.Found(name, false, inCatalogue(t, openapi.BlockStorage))
		}
		return nil
	}
	reimage(t)
	if err := volumeZones(ctx, t); err != nil {
		return err
	}
	if err := probeMultiattach(ctx, t); err != nil {
		return err
	}
	return content(ctx, t)
}

// probeControl records the capabilities that only a mock with its control API has: a clock that can be stepped, the journal
// of requests between its services, and a service limited to an older microversion.
func probeControl(t *target.Target) {
	t.Found(target.Journal, t.Control != nil, cmp.Or(t.Uncontrolled, "the mock keeps a journal"))
	switch {
	case t.Control == nil:
		t.Found(target.SteppedClock, false, t.Uncontrolled+": states between two looks cannot be caught for certain")
	case t.Kind != target.Embedded:
		t.Found(target.SteppedClock, false, "the mock's clock runs by itself: states between two looks cannot be caught for certain")
	case strings.HasPrefix(t.Control.Lifecycle, "reads="):
		t.Found(target.SteppedClock, false, "the mock's work ends after so many looks: states between two looks cannot be caught for certain")
	case t.Control.Lifecycle == "immediate":
		t.Found(target.SteppedClock, false, "the mock finishes its work at once; start it with another --lifecycle")
	default:
		t.Found(target.SteppedClock, true, "the mock's clock moves only when the suite waits")
	}
	nestedEndsFirst(t)
}

// engineLooks is how often the mock's engine of stacks checks whether a nested stack is complete.
const engineLooks = time.Second

// nestedEndsFirst records whether a stack is still at work when its nested stack is complete. It is not where work takes at
// least as long as the engine's interval (engineLooks): then both end at the same moment.
func nestedEndsFirst(t *target.Target) {
	if !t.Known[target.SteppedClock].Present {
		t.Found(target.NestedEndsFirst, false, t.Known[target.SteppedClock].Evidence)
		return
	}
	_, after, _ := strings.Cut(t.Control.Lifecycle, "after=")
	takes, err := time.ParseDuration(after)
	t.Found(target.NestedEndsFirst, err == nil && takes < engineLooks, "the mock's lifecycle is "+t.Control.Lifecycle)
}

// reimage reads the microversions that block storage offers.
func reimage(t *target.Target) {
	for _, s := range t.Services {
		if s.Type != string(openapi.BlockStorage) {
			continue
		}
		newest, err := openapi.ParseVersion(s.Max)
		saw := fmt.Sprintf("block storage states microversions %s to %s", s.Min, s.Max)
		t.Found(target.Reimage, err == nil && newest.AtLeast(reimageFrom), saw)
		t.Found(target.OldBlockStorage, t.Control != nil || err == nil && newest.Less(reimageFrom), saw)
	}
}

// probeMultiattach looks for a volume type with multiattach.
func probeMultiattach(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "member", "admin")
	reply, err := s.Call(ctx, session.Call{Role: "probe", Service: openapi.BlockStorage, Method: http.MethodGet, Path: "/types"})
	if err != nil {
		return err
	}
	for _, kind := range target.Objects(reply.JSON["volume_types"]) {
		if specs, _ := kind["extra_specs"].(map[string]any); target.Text(specs, "multiattach") == "<is> True" {
			t.MultiattachType = target.Text(kind, "id")
			t.Found(target.Multiattach, true, "the volume type "+target.Text(kind, "name")+" has multiattach")
			return nil
		}
	}
	t.Found(target.Multiattach, false, "no volume type has multiattach")
	return nil
}

// content finds out whether the data of a volume can be identified: it can be read, and the run's two images differ.
func content(ctx context.Context, t *target.Target) error {
	if err := probeUpload(ctx, t); err != nil || !t.Known[target.VolumeContent].Present {
		return err
	}
	var sums [2]string
	for i, image := range []string{t.Resources.Image.ID, t.Resources.ImageAlt.ID} {
		reply, err := target.FirstActor(t, "member", "admin").Call(ctx,
			session.Call{Role: "probe", Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + image})
		if err != nil {
			return err
		}
		sums[i] = cmp.Or(target.Text(reply.JSON, "os_hash_value"), target.Text(reply.JSON, "checksum"))
	}
	if sums[0] == sums[1] && sums[0] != "" {
		t.Found(target.VolumeContent, false, "the images A and B of this run hold the same data: what is on a volume does "+
			"not tell which was written; name two that differ")
	}
	return nil
}

// probeUpload finds out whether a volume can be uploaded as an image, by the upload of a volume that does not exist: it is
// answered 404 where uploads are allowed.
func probeUpload(ctx context.Context, t *target.Target) error {
	if t.Control != nil {
		t.Found(target.VolumeContent, true, "the mock tells what is on a volume")
		return nil
	}
	s := target.FirstActor(t, "member", "admin")
	reply, err := s.Call(ctx,
		session.Call{
			Role: "probe", Service: openapi.BlockStorage, Method: http.MethodPost,
			Path: "/volumes/" + nowhere + "/action", Body: map[string]any{
				"os-volume_upload_image": map[string]any{"image_name": t.Prefix() + "never", "disk_format": "raw", "container_format": "bare"},
			},
		})
	if err != nil {
		return err
	}
	t.Found(target.VolumeContent, reply.Is(http.StatusNotFound),
		fmt.Sprintf("the upload of a volume that does not exist answers %d %s", reply.Status, reply.Message()))
	return nil
}
