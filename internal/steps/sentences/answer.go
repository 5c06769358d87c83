package sentences

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func answers(s world.Steps, w *world.World) {
	s.Then(`^the request is answered (\d+)$`, func(status int) error { return w.Answered(status) })
	s.Then(`^the request is answered (\d+) or (\d+)$`, func(one, other int) error { return answeredEither(w.Last(), one, other) })
	s.Then(`^the request is answered 4xx$`, func() error { return refusedSomehow(w.Last(), 0) })
	s.Then(`^the request is answered (\d+) or 4xx$`, func(one int) error { return refusedSomehow(w.Last(), one) })
	s.Then(`^the fault is (\w+)$`, func(name string) error { return w.Fault(w.Last(), name, "") })
	s.Then(`^the fault is (\w+) saying "(.*)"$`, func(name, text string) error { return w.Fault(w.Last(), name, phrases.Fill(w, text)) })
	s.Then(`^the fault says exactly "(.*)"$`, func(text string) error { return saysExactly(w.Last(), phrases.Fill(w, text)) })
	s.Then(`^the answer says at (\S+) null$`, func(pointer string) error { return w.Last().Shows(pointer, nil) })
	s.Then(`^the answer says at (\S+) (\d+)$`, func(pointer string, n int) error { return w.Last().Shows(pointer, n) })
	s.Then(`^the server says at (\S+) "(.*)"$`, func(pointer, text string) error { return phrases.ServerShows(w, pointer, text) })
	s.Then(`^the (answer|server) says at (\S+) \{\}$`, func(which, pointer string) error {
		if which == "answer" {
			return w.Last().Shows(pointer, map[string]any{})
		}
		return phrases.ServerShows(w, pointer, map[string]any{})
	})
	s.Then(`^the server says at (\S+) null$`, func(pointer string) error { return phrases.ServerShows(w, pointer, nil) })
	s.Then(`^the admin sees of the server at (\S+) (null|".*")$`, func(pointer, value string) error { return adminSees(w, pointer, value) })
	s.Then(`^the (answer|server) does not say at (\S+) "(.*)"$`, func(which, pointer, text string) error {
		return doesNotSay(w, which, pointer, text)
	})
	s.Given(`^the server has access addresses and metadata of its own$`, func() error { return giveValues(w) })
	s.Given(`^the server is described as "(.*)"$`, func(text string) error { return describe(w, text) })
	s.Then(`^the answer says at (\S+) "(.*)"$`,
		func(pointer, text string) error { return w.Last().Shows(pointer, phrases.Fill(w, text)) })
	s.Then(`^the answer has (something|nothing) at (\S+)$`, func(what, pointer string) error {
		if got, there := w.Last().Get(pointer); there != (what == "something") {
			return world.Differ("the value at "+pointer, what, got)
		}
		return nil
	})
	s.Then(`^the link to the next page of servers asks for (\w+(?: and \w+)*) only$`,
		func(keys string) error { return nextAsks(w.Last(), strings.Split(keys, " and ")) })
	s.Then(`^the answer is of type (\S+)$`, func(mediaType string) error { return ofType(w.Last(), mediaType) })
}

func ofType(x *world.Exchange, want string) error {
	got, _, _ := strings.Cut(x.Header.Get("Content-Type"), ";")
	if got != want {
		return world.Differ("the media type of the answer", want, got)
	}
	return nil
}

// nextAsks compares the query keys of the link to the next page, in the order of the alphabet.
func nextAsks(x *world.Exchange, want []string) error {
	href := x.Text("/servers_links/0/href")
	link, err := url.Parse(href)
	if err != nil || href == "" {
		return world.Failf("the link to the next page is %q", href)
	}
	if got := slices.Sorted(maps.Keys(link.Query())); !slices.Equal(got, want) {
		return world.Differ("the query keys of the link to the next page", want, got)
	}
	return nil
}

func answeredEither(x *world.Exchange, one, other int) error {
	if x.Status != one && x.Status != other {
		return world.Differ("the status", fmt.Sprintf("%d or %d", one, other), x.Status)
	}
	return nil
}

// refusedSomehow accepts every status that is a refusal, where a specification forbids something and states no status; if
// one is not zero, only that status.
func refusedSomehow(x *world.Exchange, one int) error {
	switch {
	case x.Status >= 400 && x.Status < 500, one != 0 && x.Status == one:
		return nil
	case one == 0:
		return world.Differ("the status", "400 to 499", x.Status)
	}
	return world.Differ("the status", fmt.Sprintf("%d, or 400 to 499", one), x.Status)
}

func saysExactly(x *world.Exchange, text string) error {
	if got := x.Message(); got != text {
		return world.Differ("the fault's message", text, got)
	}
	return nil
}

// adminSees reads the server as the admin and compares a text, or null.
func adminSees(w *world.World, pointer, value string) error {
	x, err := fixtures.ShowServer(w, world.Observe, "admin", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	if value == "null" {
		return x.Shows(pointer, nil)
	}
	return x.Shows(pointer, strings.Trim(value, `"`))
}

// doesNotSay checks that a value is gone, where the operator's configuration decides on the new one.
func doesNotSay(w *world.World, which, pointer, text string) error {
	x := w.Last()
	if which == "server" {
		var err error
		if x, err = fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), ""); err != nil {
			return err
		}
	}
	if got, _ := x.Get(pointer); got == text {
		return world.Differ("the value at "+pointer, "something other than "+text, got)
	}
	return nil
}
