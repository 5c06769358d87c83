package sentences

import (
	"cmp"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func rebuilds(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` rebuilds (the server|an unknown server) at (\S+) with (.+)$`, func(who, which, at, parts string) error {
		return rebuild(w, who, targetID(w, which), at, parts)
	})
	s.When(`^the `+phrases.Actor+` rebuilds the server at (\S+) by the body$`, func(who, at string, body *godog.DocString) error {
		return rebuildRaw(w, who, at, phrases.Fill(w, body.Content))
	})
	s.Given(`^the `+phrases.Actor+` has rebuilt the server(?: at (\S+))? with (.+)$`, func(who, at, parts string) error {
		return rebuilt(w, who, at, parts)
	})
	s.Given(`^the `+phrases.Actor+` has asked to rebuild the server with (.+)$`, func(who, parts string) error { return sendRebuild(w, who, parts) })
	s.Given(`^the `+phrases.Actor+` has begun to rebuild the server with (.+)$`, func(who, parts string) error {
		r := phrases.RebuildRequest(who, w.Noun("server", "").ID, phrases.SetupVersion)
		body, err := rebuildBody(w, parts)
		if err != nil {
			return err
		}
		r.Body = body
		return beginWork(w, r)
	})
	s.Then(`^the earlier request was answered (\d+) and left the server with key (.+)$`, func(status int, key string) error {
		return compareEarlier(w, status, phrases.KeyValue(w, key))
	})
}

// targetID is the id of the server in a sentence.
func targetID(w *world.World, which string) string {
	if which == "an unknown server" {
		return phrases.UnknownID
	}
	return w.Noun("server", "").ID
}

func rebuild(w *world.World, who, server, at, parts string) error {
	r := phrases.RebuildRequest(who, server, at)
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	return phrases.Subject(w, r)
}

func rebuildRaw(w *world.World, who, at, body string) error {
	r := phrases.RebuildRequest(who, w.Noun("server", "").ID, at)
	r.Raw = []byte(body)
	return phrases.Subject(w, r)
}

// rebuilt rebuilds the server as set-up, at a microversion ("": the usual one).
func rebuilt(w *world.World, who, at, parts string) error {
	server := w.Noun("server", "")
	r := phrases.RebuildRequest(who, server.ID, cmp.Or(at, phrases.SetupVersion))
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	if _, err := w.Setup(r, 202); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "rebuild", "ACTIVE")
}

// sendRebuild sends a rebuild as set-up, accepts any answer, waits until the server is at rest and remembers the result for
// compareEarlier: a set-up that required the result which the scenario is about could never let it fail.
func sendRebuild(w *world.World, who, parts string) error {
	server := w.Noun("server", "")
	r := phrases.RebuildRequest(who, server.ID, phrases.SetupVersion)
	body, err := rebuildBody(w, parts)
	if err != nil {
		return err
	}
	r.Body = body
	x, err := w.Do(world.Setup, r)
	if err != nil {
		return err
	}
	if err := fixtures.AwaitServer(w, server, "rebuild", "ACTIVE"); err != nil {
		return err
	}
	then, err := fixtures.ShowServer(w, world.Setup, "", server, "")
	if err != nil {
		return err
	}
	key, _ := then.Get("/server/key_name")
	w.Remember(&world.Noun{Kind: "earlier", Facts: map[string]any{"status": x.Status, "key": key}})
	return nil
}

// compareEarlier compares the result of sendRebuild.
func compareEarlier(w *world.World, status int, key any) error {
	was := w.Noun("earlier", "").Facts
	if was["status"] != status {
		return world.Differ("the answer to the earlier request", status, was["status"])
	}
	if was["key"] != key {
		return world.Differ("the key of the server in between", key, was["key"])
	}
	return nil
}

// describe gives the server a description.
func describe(w *world.World, text string) error {
	server := w.Noun("server", "")
	_, err := w.Setup(world.Request{Actor: server.Owner, At: "2.19", Method: "PUT", Path: "/servers/" + server.ID, Body: map[string]any{
		"server": map[string]any{"description": text},
	}}, 200)
	return err
}

// giveValues gives the server values that an action must leave alone when it does not name them; the audit of the case compares them.
func giveValues(w *world.World) error {
	server := w.Noun("server", "")
	for _, r := range []world.Request{
		{Method: "PUT", Path: "/servers/" + server.ID, Body: map[string]any{
			"server": map[string]any{"accessIPv4": "192.0.2.7", "accessIPv6": "2001:db8::7"},
		}},
		{Method: "POST", Path: "/servers/" + server.ID + "/metadata", Body: map[string]any{"metadata": map[string]any{"purpose": "first"}}},
	} {
		r.Actor, r.At = server.Owner, "2.19"
		if _, err := w.Setup(r, 200); err != nil {
			return err
		}
	}
	return nil
}
