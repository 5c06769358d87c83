package audit

import (
	"errors"
	"fmt"
	"reflect"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
	"plumbline/steps/sentences/internal/phrases"
)

// Look is the state of a case's server and volumes before its request.
type Look struct {
	server  *world.Exchange
	volumes map[string]volumeLook
}

type volumeLook struct {
	shown       *world.Exchange
	attachments any
}

// volumeNames are the names of the volumes that a scenario may have beside its server.
var volumeNames = []string{phrases.Root, "data"}

// LookedBefore answers the state of the case's server and volumes before its request; nil where the case did not read all of them.
func LookedBefore(w *world.World) *Look {
	server, err := w.Recall("server", "")
	if err != nil {
		return nil
	}
	l := &Look{volumes: map[string]volumeLook{}}
	if l.server, _ = server.Facts["before"].(*world.Exchange); l.server == nil {
		return nil
	}
	for _, name := range volumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil {
			continue
		}
		shown, _ := volume.Facts["before"].(*world.Exchange)
		if shown == nil {
			return nil
		}
		l.volumes[name] = volumeLook{shown, volume.Facts["attachments"]}
	}
	return l
}

// AsItWas checks that the server and volumes which an earlier case leaves to this one still are in the state that it found:
// its Look is compared with a new one, which then is this case's own.
func AsItWas(w *world.World, l *Look) error {
	server, err := w.Recall("server", "")
	if err != nil {
		return err
	}
	server.Facts["before"] = l.server
	if err := phrases.SameAs(w, unharmed); err != nil {
		return err
	}
	for name, was := range l.volumes {
		volume, err := w.Recall("volume", name)
		if err != nil {
			return err
		}
		shown, err := fixtures.ShowVolume(w, world.Setup, volume)
		if err != nil {
			return err
		}
		attachments, err := fixtures.Attachments(w, world.Setup, volume)
		if err != nil {
			return err
		}
		if !sameVolume(was.shown, shown) || !reflect.DeepEqual(was.attachments, attachments) {
			return fmt.Errorf("volume %s: %w", volume.ID, errChanged)
		}
		volume.Facts["before"], volume.Facts["attachments"] = shown, attachments
	}
	return nil
}

var errChanged = errors.New("it is not what it was")

// sameVolume compares all fields of a volume except for its last update.
func sameVolume(was, is *world.Exchange) bool {
	gone, _, _ := lost(was, is, "updated_at")
	came, _, _ := lost(is, was, "updated_at")
	return gone == "" && came == "" && volumeOf(was) != nil && volumeOf(is) != nil
}
