package sentences

import (
	"plumbline/steps/fixtures"
	"plumbline/steps/world"
)

// launchedAnew compares with when the server had been launched before the request.
func launchedAnew(w *world.World) error {
	before, _ := w.Noun("server", "").Facts["before"].(*world.Exchange)
	now, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	was, is := before.Text("/server/OS-SRV-USG:launched_at"), now.Text("/server/OS-SRV-USG:launched_at")
	if is <= was { // the texts sort by time
		return world.Differ("when the server was launched", "after "+was, is)
	}
	return nil
}
