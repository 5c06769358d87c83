package lending

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// Look is the state of a case's servers and volumes at one moment.
type Look struct {
	shown  *world.Exchange
	server map[string]any
	// others are the fields of the case's other servers by their names in sentences.
	others  map[string]map[string]any
	volumes map[string]volumeLook
}

// gone is the one field of a server that is not there any more.
const gone = "gone"

type volumeLook struct {
	shown       *world.Exchange
	fields      map[string]any
	attachments []fixtures.Attachment
}

// passing are fields that change by themselves, or that say when a server was last at work.
var passing = []string{
	"updated", "progress", "host_status", "OS-SRV-USG:launched_at", "OS-SRV-USG:terminated_at", "updated_at",
}

// LookedBefore answers the state of the case's server and volumes before its request; nil where the case did not read
// all of them, or has several servers.
func LookedBefore(w *world.World) *Look {
	server, err := w.Recall("server", "")
	if err != nil {
		return nil
	}
	before, _ := server.Facts["before"].(*world.Exchange)
	if before == nil || before.Text("/server/status") == "" || len(w.Nouns("server")) > 1 {
		return nil
	}
	l := &Look{shown: before, server: fields(before, "/server"), volumes: map[string]volumeLook{}}
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil {
			continue
		}
		shown, _ := volume.Facts["before"].(*world.Exchange)
		attached, looked := volume.Facts["attachments"].([]fixtures.Attachment)
		if shown == nil || !looked {
			return nil
		}
		l.volumes[name] = volumeLook{shown, volumeFields(shown), attached}
	}
	return l
}

// LookNow reads the case's server and volumes.
func LookNow(w *world.World) (*Look, error) {
	server, err := w.Recall("server", "")
	if err != nil {
		return nil, err
	}
	now := &Look{volumes: map[string]volumeLook{}}
	if now.shown, now.server, err = lookAt(w, server); err != nil {
		return nil, err
	}
	if err := now.lookAtOthers(w); err != nil {
		return nil, err
	}
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil {
			continue
		}
		shown, err := fixtures.ShowVolume(w, world.Setup, volume)
		if err != nil {
			return nil, err
		}
		attached, err := fixtures.Attachments(w, world.Setup, volume)
		if err != nil {
			return nil, err
		}
		now.volumes[name] = volumeLook{shown, volumeFields(shown), attached}
	}
	return now, nil
}

// lookAt reads one server, which may be gone.
func lookAt(w *world.World, server *world.Noun) (*world.Exchange, map[string]any, error) {
	x, err := fixtures.ShowServer(w, world.Setup, "", server, "", http.StatusNotFound)
	if err != nil {
		return nil, nil, err
	}
	if x.Status == http.StatusNotFound {
		return x, map[string]any{gone: true}, nil
	}
	return x, fields(x, "/server"), nil
}

// lookAtOthers reads the servers of the case other than its first.
func (l *Look) lookAtOthers(w *world.World) error {
	for _, other := range w.Nouns("server") {
		if other.Name == "" {
			continue
		}
		_, shown, err := lookAt(w, other)
		if err != nil {
			return err
		}
		if l.others == nil {
			l.others = map[string]map[string]any{}
		}
		l.others[other.Name] = shown
	}
	return nil
}

// LookAfter reads the case's server and volumes after its last sentence; nil where they cannot be read.
func LookAfter(w *world.World) (now *Look) {
	err := w.Tidy(func() (err error) {
		now, err = LookNow(w)
		return err
	})
	if err != nil {
		return nil
	}
	return now
}

// AsItWas checks that the server and volumes which an earlier case leaves to this one still are in the state that it found. Where
// they are all that this case needs (whole), what is seen of them is its own look before its request.
func AsItWas(w *world.World, was *Look, whole bool) error {
	now, err := LookNow(w)
	if err != nil {
		return err
	}
	if err := alike(was, now); err != nil {
		return err
	}
	for name, v := range was.volumes {
		if !slices.Equal(v.attachments, now.volumes[name].attachments) {
			return fmt.Errorf("the attachments of volume %s are not what they were", name)
		}
	}
	if whole {
		now.remember(w)
	}
	return nil
}

// remember makes the look the state before the case's request.
func (l *Look) remember(w *world.World) {
	w.Noun("server", "").Facts["before"] = l.shown
	for name, v := range l.volumes {
		volume := w.Noun("volume", name)
		volume.Facts["before"], volume.Facts["attachments"] = v.shown, v.attachments
	}
}

// alike checks that all fields of the server and the volumes are as they were. Volumes are attached to the same servers in the same
// states; the attachments themselves are new after a server was brought up again. Some fields of the server (except) may differ.
func alike(was, is *Look, except ...string) error {
	if field := differs(was.server, is.server, except...); field != "" {
		return fmt.Errorf("the server's %s is not what it was: %v, was %v", field, is.server[field], was.server[field])
	}
	if len(was.others) != len(is.others) {
		return fmt.Errorf("there are %d more servers, were %d", len(is.others), len(was.others))
	}
	for name, fields := range was.others {
		if field := differs(fields, is.others[name]); field != "" {
			return fmt.Errorf("the %s of the %s server is not what it was", field, name)
		}
	}
	if len(was.volumes) != len(is.volumes) {
		return fmt.Errorf("there are %d volumes, were %d", len(is.volumes), len(was.volumes))
	}
	for name, v := range was.volumes {
		now := is.volumes[name]
		if field := differs(v.fields, now.fields, "attachments"); field != "" {
			return fmt.Errorf("volume %s is not what it was: its %s", name, field)
		}
		if !slices.Equal(places(v.attachments), places(now.attachments)) {
			return fmt.Errorf("the attachments of volume %s are not what they were", name)
		}
	}
	return nil
}

func places(all []fixtures.Attachment) (out []fixtures.Attachment) {
	for _, a := range all {
		a.ID = ""
		out = append(out, a)
	}
	return out
}

// differs names the first field that came, went or changed, other than those that pass.
func differs(was, is map[string]any, except ...string) string {
	for _, field := range allFields(was, is) {
		if slices.Contains(passing, field) || slices.Contains(except, field) {
			continue
		}
		old, had := was[field]
		value, has := is[field]
		if had != has || !reflect.DeepEqual(old, value) {
			return field
		}
	}
	return ""
}

// allFields are the names of the fields that either has, sorted.
func allFields(was, is map[string]any) []string {
	both := map[string]any{}
	maps.Copy(both, was)
	maps.Copy(both, is)
	return slices.Sorted(maps.Keys(both))
}

// volumeFields are the fields of a volume. Whether the image's signature was verified is said of a volume that was made of it, and not
// of one that it was written to later; no row is about that.
func volumeFields(x *world.Exchange) map[string]any {
	all := fields(x, "/volume")
	if of, _ := all["volume_image_metadata"].(map[string]any); of != nil {
		of = maps.Clone(of)
		delete(of, "signature_verified")
		all = maps.Clone(all)
		all["volume_image_metadata"] = of
	}
	return all
}

// fields are those of the object at a pointer of an answer.
func fields(x *world.Exchange, pointer string) map[string]any {
	value, _ := x.Get(pointer)
	object, _ := value.(map[string]any)
	return object
}
