package sentences

import (
	"slices"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func fields(s world.Steps, w *world.World) {
	s.Then(`^the server in the answer has exactly the fields$`, func(list *godog.DocString) error {
		return hasFields(w.Last(), strings.Fields(list.Content))
	})
	s.Given(`^a second has gone by$`, world.Anew(func() error { return w.Env().Clock.Sleep(w.Context(), 1100*time.Millisecond) }))
	s.Then(`^the answer shows the server as changed since$`, func() error { return changedSince(w, w.Last()) })
	s.Then(`^the server is shown as changed since$`, func() error {
		x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
		if err != nil {
			return err
		}
		return changedSince(w, x)
	})
	s.Then(`^the answer shows the server with image (\w+)$`, func(image string) error {
		return w.Last().Shows("/server/image/id", phrases.ImageID(w, image))
	})
	s.Then(`^every event of that action ended in Success$`, func() error { return eventsSucceeded(w) })
	s.Then(`^the admin sees the user data of the request$`, func() error { return userDataSeen(w) })
}

// hasFields compares the names of the fields of a server with the expected ones, in any order.
func hasFields(x *world.Exchange, want []string) error {
	server, _ := x.Get("/server")
	object, ok := server.(map[string]any)
	if !ok {
		return world.Failf("the answer has no server")
	}
	var missing, extra []string
	for _, name := range want {
		if _, there := object[name]; !there {
			missing = append(missing, name)
		}
	}
	for name := range object {
		if !slices.Contains(want, name) {
			extra = append(extra, name)
		}
	}
	slices.Sort(extra)
	if len(missing)+len(extra) > 0 {
		return world.Failf("the server in the answer lacks %v and has %v beside", missing, extra)
	}
	return nil
}

// changedSince checks that the server's time of update is later than before the request. Both are texts that sort by time.
func changedSince(w *world.World, x *world.Exchange) error {
	before, _ := w.Noun("server", "").Facts["before"].(*world.Exchange)
	if was, is := before.Text("/server/updated"), x.Text("/server/updated"); is <= was {
		return world.Differ("when the server was changed", "after "+was, is)
	}
	return nil
}

// eventsSucceeded checks the newest action of the server, once it has ended.
func eventsSucceeded(w *world.World) error {
	_, events, err := phrases.EndedAction(w, "member", phrases.SetupVersion)
	if err != nil {
		return err
	}
	for _, e := range events {
		if e["result"] != "Success" {
			return world.Differ("the result of an event", "Success", e["result"])
		}
	}
	return nil
}

// userDataSeen reads the server as the admin, since only administrators see user data.
func userDataSeen(w *world.World) error {
	answered, _ := w.Noun("server", "").Facts["answered"].(map[string]any)
	x, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	return x.Shows("/server/OS-EXT-SRV-ATTR:user_data", answered["user_data"])
}
