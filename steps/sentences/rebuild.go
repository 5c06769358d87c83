package sentences

import (
	"github.com/cucumber/godog"

	"plumbline/steps/world"
)

// setupVersion is what Given sentences speak when they set a key by a rebuild.
const setupVersion = "2.54"

func rebuilds(s world.Steps, w *world.World) {
	s.When(`^the `+actor+` rebuilds (the server|an unknown server) at (\S+) with (.+)$`, func(who, which, at, parts string) error {
		return rebuild(w, who, targetID(w, which), at, parts)
	})
	s.When(`^the `+actor+` rebuilds the server at (\S+) by the body$`, func(who, at string, body *godog.DocString) error {
		return rebuildRaw(w, who, at, fill(w, body.Content))
	})
	s.Given(`^the `+actor+` has rebuilt the server with (.+)$`, func(who, parts string) error {
		return rebuilt(w, who, parts)
	})
	s.Given(`^the `+actor+` was refused with (\d+) to rebuild the server with (.+)$`, func(who string, status int, parts string) error {
		return refused(w, who, status, parts)
	})
}

// targetID is the id of the server that the sentence speaks of.
func targetID(w *world.World, which string) string {
	if which == "an unknown server" {
		return unknownID
	}
	return w.Noun("server", "").ID
}

func rebuildRequest(who, server, at string) world.Request {
	return world.Request{Actor: who, At: at, Method: "POST", Path: "/servers/" + server + "/action"}
}

func rebuild(w *world.World, who, server, at, parts string) error {
	r := rebuildRequest(who, server, at)
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	return subject(w, r)
}

func rebuildRaw(w *world.World, who, at, body string) error {
	r := rebuildRequest(who, w.Noun("server", "").ID, at)
	r.Raw = []byte(body)
	return subject(w, r)
}

func rebuilt(w *world.World, who, parts string) error {
	server := w.Noun("server", "")
	r := rebuildRequest(who, server.ID, setupVersion)
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	if _, err := w.Setup(r, 202); err != nil {
		return err
	}
	return w.AwaitServer(server, "rebuild", "ACTIVE")
}

func refused(w *world.World, who string, status int, parts string) error {
	r := rebuildRequest(who, w.Noun("server", "").ID, setupVersion)
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	_, err = w.Setup(r, status)
	return err
}
