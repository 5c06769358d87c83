package sentences

import (
	"slices"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

const (
	standardHeader = "OpenStack-API-Version"
	legacyHeader   = "X-OpenStack-Nova-API-Version"
)

func headers(s world.Steps, w *world.World) {
	s.Then(`^the answer echoes microversion (.+)$`, func(version string) error { return echoes(w, version) })
	s.Then(`^the answer carries no microversion headers$`, func() error { return echoesNothing(w.Last()) })
	s.Then(`^the answer varies by both microversion headers$`, func() error { return varies(w.Last(), true) })
	s.Then(`^the answer does not vary by microversion$`, func() error { return varies(w.Last(), false) })
	s.Then(`^the answer says in the header (\S+) "(.*)"$`, func(header, text string) error {
		if got := w.Last().Header.Get(header); !strings.Contains(got, phrases.Fill(w, text)) {
			return world.Differ("the header "+header, text, got)
		}
		return nil
	})
	s.Then(`^the answer carries a request id under both names$`, func() error { return requestID(w.Last()) })
}

func echoes(w *world.World, version string) error {
	if version == "the newest" {
		version = "{newest}"
	}
	version = phrases.Fill(w, version)
	for header, want := range map[string]string{standardHeader: "compute " + version, legacyHeader: version} {
		if got := w.Last().Header.Get(header); got != want {
			return world.Differ("the header "+header, want, got)
		}
	}
	return nil
}

func echoesNothing(x *world.Exchange) error {
	for _, header := range []string{standardHeader, legacyHeader} {
		if got := x.Header.Values(header); len(got) > 0 {
			return world.Differ("the header "+header, nil, got)
		}
	}
	return nil
}

func varies(x *world.Exchange, want bool) error {
	var by []string
	for _, value := range x.Header.Values("Vary") {
		for _, name := range strings.Split(value, ",") {
			by = append(by, strings.ToLower(strings.TrimSpace(name)))
		}
	}
	for _, header := range []string{standardHeader, legacyHeader} {
		if slices.Contains(by, strings.ToLower(header)) != want {
			return world.Failf("the answer varies by %v; by %s: expected %t", by, header, want)
		}
	}
	return nil
}

func requestID(x *world.Exchange) error {
	id := x.Header.Get("X-Openstack-Request-Id")
	if !phrases.RequestIDForm.MatchString(id) {
		return world.Differ("the header X-Openstack-Request-Id", "req-UUID", id)
	}
	if other := x.Header.Get("X-Compute-Request-Id"); other != id {
		return world.Differ("the header X-Compute-Request-Id", id, other)
	}
	return nil
}
