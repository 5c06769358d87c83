package lending

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// rebuildBack rebuilds the server with its earlier image and all that other rebuilds have set, unless they named nothing and the
// server is as it was. What they named is set in any case: whose key pair a name means is not shown.
func rebuildBack(w *world.World, was, now *Look, server *world.Noun, since []*world.Exchange) error {
	if err := tagBack(w, was, now, server); err != nil {
		return err
	}
	body := map[string]any{}
	if slices.ContainsFunc(since, namesUserData) {
		body[userData] = nil
	}
	for field, parameter := range parameters {
		value, had := was.server[field]
		named := slices.ContainsFunc(since, func(x *world.Exchange) bool {
			_, is := argumentsOf(x, "rebuild")[parameter]
			return is
		})
		if had && (named || !reflect.DeepEqual(value, now.server[field])) {
			body[parameter] = value
		}
	}
	if len(body) == 0 && !rewritten(was, now) {
		return nil
	}
	if err := volumeInUse(w, was, now); err != nil {
		return err
	}
	if body["imageRef"] = imageOf(was); body["imageRef"] == nil {
		return errors.New("the image of the server is not known")
	}
	if _, err := w.Setup(world.Request{
		Actor: server.Owner, At: w.Newest(restoreAt), Method: http.MethodPost, Path: "/servers/" + server.ID + "/action",
		Body: map[string]any{"rebuild": body},
	}, http.StatusAccepted); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "server-action", fmt.Sprint(was.server["status"]))
}

// volumeInUse has an administrator say that the root volume is in use, as it was, where block storage says otherwise of one that it wrote
// itself: no rebuild is taken otherwise.
func volumeInUse(w *world.World, was, now *Look) error {
	const inUse = "in-use"
	status := now.volumes[fixtures.RootVolume].fields["status"]
	if was.volumes[fixtures.RootVolume].fields["status"] != inUse || status == inUse || status == "error" {
		return nil
	}
	return fixtures.ResetVolume(w, "admin", w.Noun("volume", fixtures.RootVolume), inUse)
}

// tagBack gives the server the tags that it had.
func tagBack(w *world.World, was, now *Look, server *world.Noun) error {
	const tags = "tags"
	if reflect.DeepEqual(was.server[tags], now.server[tags]) {
		return nil
	}
	_, err := w.Setup(world.Request{
		Actor: server.Owner, At: "2.26", Method: http.MethodPut, Path: "/servers/" + server.ID + "/tags",
		Body: map[string]any{tags: was.server[tags]},
	}, http.StatusOK)
	return err
}

// rewritten tells whether the server's disk or root volume is of another image now, or the server has failed.
func rewritten(was, now *Look) bool {
	const of = "volume_image_metadata"
	return now.server["status"] != was.server["status"] || !reflect.DeepEqual(was.server["image"], now.server["image"]) ||
		!reflect.DeepEqual(was.volumes[fixtures.RootVolume].fields[of], now.volumes[fixtures.RootVolume].fields[of])
}

// imageOf is the image of which the server's disk was made: its own, or that of its root volume.
func imageOf(l *Look) any {
	if image, _ := l.server["image"].(map[string]any); image != nil {
		return image["id"]
	}
	of, _ := l.volumes[fixtures.RootVolume].fields["volume_image_metadata"].(map[string]any)
	return of["image_id"]
}
