package sentences

import (
	"fmt"
	"net/url"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func keypairs(s world.Steps, w *world.World) {
	s.Given(`^the `+phrases.Actor+` has a key pair (\w+)$`, func(who, name string) error {
		_, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who})
		return err
	})
	s.Given(`^the `+phrases.Actor+` has a key pair (\w+) that is a certificate$`, func(who, name string) error {
		_, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who, Certificate: true})
		return err
	})
	s.Given(`^the `+phrases.Actor+` has a key pair (\w+) named like (\w+)$`, func(who, name, like string) error {
		_, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who, RealName: fixtures.RealName(w, "keypair", like)})
		return err
	})
	s.Given(`^the `+phrases.Actor+` has a key pair (\w+) with a name of (\d+) characters$`, func(who, name string, length int) error {
		_, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who, RealName: padName(w.Name(name), length)})
		return err
	})
	s.Given(`^the `+phrases.Actor+` has a key pair (\w+) whose name ends in "(.*)"$`, func(who, name, end string) error {
		at := "" // dots and signs are let into a name from 2.92 on
		if strings.ContainsAny(end, ".@") {
			at = "2.92"
		}
		_, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who, RealName: w.Name(name) + end, At: at})
		return err
	})
	s.Then(`^the `+phrases.Actor+` still has key (\w+) as it was$`, func(who, name string) error { return keyStays(w, who, name) })
	s.Given(`^the `+phrases.Actor+` has replaced key (\w+) by another one of the same name$`, func(who, name string) error {
		return replaceKey(w, who, name, name)
	})
	s.Given(`^the `+phrases.Actor+` has replaced key (\w+) by key (\w+) of the same name$`, func(who, old, name string) error {
		return replaceKey(w, who, old, name)
	})
	s.Given(`^the `+phrases.Actor+` has deleted key (\w+)$`, func(who, name string) error {
		_, err := w.Setup(world.Request{Actor: who, At: "2.2", Method: "DELETE", Path: keyPath(fixtures.RealName(w, "keypair", name))}, 204)
		return err
	})
	s.Given(`^the `+phrases.Actor+` has as many key pairs as the limit allows$`, func(who string) error { return manyKeys(w, who) })
	s.When(`^the `+phrases.Actor+` deletes key (\w+) at (\S+)$`, func(who, name, at string) error {
		return phrases.Subject(w, world.Request{Actor: who, At: at, Method: "DELETE", Path: keyPath(fixtures.RealName(w, "keypair", name))})
	})
	s.Then(`^the `+phrases.Actor+` (?:no longer has|has no) key (\w+)$`, func(who, name string) error {
		_, err := w.Observe(world.Request{Actor: who, At: "2.2", Method: "GET", Path: keyPath(fixtures.RealName(w, "keypair", name))}, 404)
		return err
	})
}

// keyStays checks that a user has a key pair with the material that it was made with.
func keyStays(w *world.World, who, name string) error {
	pair := w.Noun("keypair", name)
	x, err := w.Observe(world.Request{Actor: who, At: w.Newest("2.2"), Method: "GET", Path: keyPath(pair.RealName)}, 200)
	if err != nil {
		return err
	}
	if got := phrases.KeyMaterial(x.Text("/keypair/public_key")); got != phrases.KeyMaterial(pair.Facts["material"]) {
		return world.Differ("the public key of key pair "+name, pair.Facts["material"], got)
	}
	if err := x.Shows("/keypair/user_id", fixtures.UserID(w, who)); err != nil {
		return err
	}
	return x.Shows("/keypair/fingerprint", pair.Facts["fingerprint"])
}

func keyPath(name string) string { return "/os-keypairs/" + url.PathEscape(name) }

// padName lengthens a name to exactly length characters.
func padName(name string, length int) string {
	return name + strings.Repeat("x", max(0, length-len(name)))
}

// replaceKey deletes a key pair and imports another key under its real name. If the new one has another name in sentences,
// the old noun is kept, too.
func replaceKey(w *world.World, who, old, name string) error {
	real := fixtures.RealName(w, "keypair", old)
	if _, err := w.Setup(world.Request{Actor: who, At: "2.2", Method: "DELETE", Path: keyPath(real)}, 204); err != nil {
		return err
	}
	imported, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: name, Actor: who, RealName: real})
	if err == nil {
		imported.Facts["replaces"] = old
	}
	return err
}

// manyKeys imports key pairs until the user has as many as the quota allows.
func manyKeys(w *world.World, who string) error {
	list, err := w.Setup(world.Request{Actor: who, At: "2.2", Method: "GET", Path: "/os-keypairs"}, 200)
	if err != nil {
		return err
	}
	limits, err := w.Setup(world.Request{Actor: who, At: "2.2", Method: "GET", Path: "/limits"}, 200)
	if err != nil {
		return err
	}
	have, _ := list.Get("/keypairs")
	pairs, _ := have.([]any)
	value, _ := limits.Get("/limits/absolute/maxTotalKeypairs")
	most, ok := value.(float64)
	if !ok || most < 0 || most > 1000 {
		return fmt.Errorf("the limit of key pairs is %v: nobody can have as many", value)
	}
	for range int(most) - len(pairs) {
		if _, err := fixtures.ImportKey(w, fixtures.KeySpec{Name: "many", Actor: who}); err != nil {
			return err
		}
	}
	return nil
}
