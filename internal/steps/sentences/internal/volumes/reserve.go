package volumes

import (
	"net/http"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// Reservations are sentences about attachments that are asked of block storage itself (docs/contract/40-volume-rebuild.md §3).
func Reservations(s world.Steps, w *world.World) {
	s.Given(`^the `+phrases.Actor+` has reserved the root volume twice more for its server$`, func(who string) error {
		for range 2 {
			x, err := w.Setup(reservation(w, who, reserveAt, w.Noun("server", "").ID), http.StatusOK)
			if err != nil {
				return err
			}
			forget(w, who, x)
		}
		return nil
	})
	s.When(`^the `+phrases.Actor+` asks block storage at (\S+) to reserve the root volume for (another|its|the other) server$`,
		func(who, at, whose string) error {
			server := phrases.UnknownID
			switch whose {
			case "its":
				server = w.Noun("server", "").ID
			case "the other":
				server = w.Noun("server", "other").ID
			}
			err := phrases.Subject(w, reservation(w, who, at, server))
			if err == nil {
				forget(w, who, w.Last())
			}
			return err
		})
	s.When(`^the `+phrases.Actor+` asks block storage at (\S+) to take a reservation from the root volume$`,
		func(who, at string) error { return takeReservation(w, who, at) })
	s.When(`^the `+phrases.Actor+` asks block storage at (\S+) to (connect|complete|delete) the attachment of the root volume$`,
		func(who, at, what string) error { return askOfAttachment(w, who, at, what) })
	s.Then(`^the answer is an attachment of the root volume that is reserved for the server$`, func() error { return isReservation(w) })
	s.Then(`^block storage shows the root volume attached to both servers$`, func() error { return shownAtBoth(w) })
	s.Then(`^the answer lists the other attachments of the root volume$`, func() error { return listsOthers(w) })
}

// reserveAt is the microversion of block storage at which compute asks for attachments.
const reserveAt = "3.44"

// reservation is the request to make an attachment without a connector.
func reservation(w *world.World, who, at, server string) world.Request {
	r := fixtures.BlockStorage(w, who, http.MethodPost, "/attachments",
		map[string]any{"attachment": map[string]any{"instance_uuid": server, "volume_uuid": w.Noun("volume", phrases.Root).ID}})
	r.At = at
	return r
}

// forget registers the removal of a reservation that was answered.
func forget(w *world.World, who string, answer *world.Exchange) {
	id := answer.Text("/attachment/id")
	if id == "" {
		return
	}
	r := fixtures.BlockStorage(w, who, http.MethodDelete, "/attachments/"+id, nil)
	r.At = reserveAt
	w.CleanUp("attachment", id, "", w.Delete(r))
}

// takeReservation deletes one of the volume's attachments that no host is connected by.
func takeReservation(w *world.World, who, at string) error {
	volume := w.Noun("volume", phrases.Root)
	all, err := fixtures.Attachments(w, world.Setup, volume)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(a fixtures.Attachment) bool { return a.Status == "reserved" })
	if i < 0 {
		return world.Failf("the root volume has no reservation among %v", all)
	}
	r := fixtures.BlockStorage(w, who, http.MethodDelete, "/attachments/"+all[i].ID, nil)
	r.At = at
	volume.Facts["others"] = slices.Delete(all, i, i+1)
	return phrases.Subject(w, r)
}

// askOfAttachment asks, at the address of the actor's own project, for something about the first attachment of the root volume.
func askOfAttachment(w *world.World, who, at, what string) error {
	all, err := fixtures.Attachments(w, world.Setup, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return world.Failf("the root volume has no attachment")
	}
	path := "/attachments/" + all[0].ID
	requests := map[string]world.Request{
		"connect": fixtures.BlockStorage(w, who, http.MethodPut, path, map[string]any{
			"attachment": map[string]any{"connector": map[string]any{"host": "plumbline-no-such-host"}},
		}),
		"complete": fixtures.BlockStorage(w, who, http.MethodPost, path+"/action", map[string]any{"os-complete": nil}),
		"delete":   fixtures.BlockStorage(w, who, http.MethodDelete, path, nil),
	}
	r := requests[what]
	r.At, r.Prefix = at, fixtures.Path(w, "/{project:"+who+"}")
	return phrases.Subject(w, r)
}

func isReservation(w *world.World) error {
	x := w.Last()
	for pointer, want := range map[string]any{
		"/attachment/status": "reserved", "/attachment/instance": w.Noun("server", "").ID,
		"/attachment/volume_id": w.Noun("volume", phrases.Root).ID,
	} {
		if err := x.Shows(pointer, want); err != nil {
			return err
		}
	}
	if info, _ := x.Get("/attachment/connection_info"); phrases.Text(info) != phrases.Text(map[string]any{}) {
		return world.Differ("connection_info of a reservation", "an empty object", info)
	}
	return nil
}

// listsOthers compares the answer to the deletion of an attachment with the attachments that the volume had beside it.
func listsOthers(w *world.World) error {
	volume := w.Noun("volume", phrases.Root)
	others, _ := volume.Facts["others"].([]fixtures.Attachment)
	list, _ := w.Last().Get("/attachments")
	shown := map[any]map[string]any{}
	for _, a := range phrases.ObjectsIn(list) {
		shown[a["id"]] = a
	}
	if len(shown) != len(others) {
		return world.Differ("the attachments that are left", others, list)
	}
	for _, a := range others {
		if got := shown[a.ID]; got["volume_id"] != volume.ID || got["instance"] != a.Server || got["status"] != a.Status {
			return world.Differ("an attachment that is left", a, got)
		}
	}
	return nil
}

// shownAtBoth checks that the volume shows one attachment for each of two servers; reservations are not shown there.
func shownAtBoth(w *world.World) error {
	x, err := fixtures.ShowVolume(w, world.Observe, w.Noun("volume", phrases.Root))
	if err != nil {
		return err
	}
	all, _ := x.Get("/volume/attachments")
	var got []string
	for _, a := range phrases.ObjectsIn(all) {
		server, _ := a["server_id"].(string)
		got = append(got, server)
	}
	want := []string{w.Noun("server", "").ID, w.Noun("server", "other").ID}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return world.Differ("the servers that the volume is attached to", want, got)
	}
	return nil
}
