package audit

import (
	"fmt"

	"plumbline/internal/steps/world"
)

// wholeSeconds is the part of a time that all fields have, "2006-01-02T15:04:05". The times are texts that sort by time.
const wholeSeconds = 19

// timesMove checks a server at rest after an accepted action that went well: it was changed since, and launched anew where the
// action brings it up again, and not where it does not (docs/contract/20-unshelve-host.md §3, docs/contract/10-rebuild-keypair.md §0).
// Two actions within one second are told apart by nobody.
func timesMove(w *world.World, server *world.Noun, name string, action, now *world.Exchange) error {
	before, kept := server.Facts["before"].(*world.Exchange)
	task, shown := now.Get("/server/OS-EXT-STS:task_state")
	message, _ := action.Get("/instanceAction/message")
	from, to := "", now.Text("/server/status")
	if kept {
		from = before.Text("/server/status")
	}
	if from == "" || !shown || task != nil || to == "ERROR" || message != nil || w.HadTrial() || w.Case().Variant == sinceOne ||
		server.Facts["busy"] != nil || server.Facts["moved"] != nil || server.Facts["without end"] != nil {
		return nil
	}
	began := action.Text("/instanceAction/start_time")
	if err := movedSince(before, now, "updated", began); err != nil {
		return err
	}
	const launched = "OS-SRV-USG:launched_at"
	if name == "rebuild" || name == "unshelve" && from == "SHELVED_OFFLOADED" && to == "ACTIVE" {
		return movedSince(before, now, launched, began)
	}
	if was, is := before.Text("/server/"+launched), now.Text("/server/"+launched); was != is {
		return world.Differ("the server's "+launched+" after "+name, was, is)
	}
	return nil
}

// movedSince checks that a time is not what it was, if the action began in a later second. Which is the later one is not compared: the
// clocks of two hosts may differ.
func movedSince(before, now *world.Exchange, field, began string) error {
	was, is := before.Text("/server/"+field), now.Text("/server/"+field)
	if len(was) < wholeSeconds || len(began) < wholeSeconds || is == "" {
		return nil
	}
	if is == was && was[:wholeSeconds] < began[:wholeSeconds] {
		return world.Differ(fmt.Sprintf("the server's %s after an action that began at %s", field, began), "another than "+was, is)
	}
	return nil
}
