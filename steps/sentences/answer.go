package sentences

import (
	"fmt"
	"strings"

	"plumbline/steps/world"
)

func answers(s world.Steps, w *world.World) {
	s.Then(`^the request is answered (\d+)$`, func(status int) error { return w.Answered(status) })
	s.Then(`^the request is answered (\d+) or (\d+)$`, func(one, other int) error { return answeredEither(w.Last(), one, other) })
	s.Then(`^the fault is (\w+)$`, func(name string) error { return w.Fault(w.Last(), name, "") })
	s.Then(`^the fault is (\w+) saying "(.*)"$`, func(name, text string) error { return w.Fault(w.Last(), name, fill(w, text)) })
	s.Then(`^the fault says exactly "(.*)"$`, func(text string) error { return saysExactly(w.Last(), fill(w, text)) })
	s.Then(`^the answer says at (\S+) "(.*)"$`, func(pointer, text string) error { return shows(w.Last(), pointer, text) })
	s.Then(`^the answer is of type (\S+)$`, func(mediaType string) error { return ofType(w.Last(), mediaType) })
}

func ofType(x *world.Exchange, want string) error {
	got, _, _ := strings.Cut(x.Header.Get("Content-Type"), ";")
	if got != want {
		return world.Differ("the media type of the answer", want, got)
	}
	return nil
}

func answeredEither(x *world.Exchange, one, other int) error {
	if x.Status != one && x.Status != other {
		return world.Differ("the status", fmt.Sprintf("%d or %d", one, other), x.Status)
	}
	return nil
}

func saysExactly(x *world.Exchange, text string) error {
	if got := x.Message(); got != text {
		return world.Differ("the fault's message", text, got)
	}
	return nil
}
