package programs

import (
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

func Commands(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` runs openstack server rebuild (.+) on the server$`, func(who, options string) error {
		return rebuildByClient(w, who, options, phrases.SetupVersion)
	})
	s.When(`^the `+phrases.Actor+` runs openstack server rebuild (.+) on the server at (\S+)$`, func(who, options, at string) error {
		return rebuildByClient(w, who, options, at)
	})
	s.When(`^the `+phrases.Actor+` runs nova rebuild (.+) on the server$`,
		func(who, options string) error { return rebuildByNova(w, who, options) })
	s.Then(`^the command fails$`, func() error { return refusedToRun(w.Noun("command", "")) })
	s.Then(`^the command succeeds$`, func() error { return succeeded(w.Noun("command", "")) })
}

func rebuildByClient(w *world.World, who, options, at string) error {
	words := append([]string{"--os-compute-api-version", at, "server", "rebuild"}, clientOptions(w, options)...)
	return act(w, who, "rebuild", w.Env().Target.Capabilities()[target.OpenStackClient].Evidence, words...)
}

// rebuildByNova runs novaclient's command, which requires an image whatever else changes.
func rebuildByNova(w *world.World, who, options string) error {
	words := append([]string{"--os-compute-api-version", phrases.SetupVersion, "rebuild"}, clientOptions(w, options)...)
	program := w.Env().Target.Capabilities()[target.NovaCommand].Evidence
	return act(w, who, "rebuild", program, append(words, fixtures.Image(w))...)
}

// clientOptions are the options in a sentence, with the names of key pairs and images filled in, and the server.
func clientOptions(w *world.World, options string) []string {
	words := strings.Fields(options)
	for i, word := range words {
		if key, err := w.Recall("keypair", word); err == nil {
			words[i] = key.RealName
		}
		if i > 0 && words[i-1] == "--image" {
			words[i] = phrases.ImageID(w, word)
		}
	}
	return append(words, w.Noun("server", "").ID)
}

// act runs a program that sends an action to the server, as the subject of the scenario, and remembers its result.
func act(w *world.World, who, action, program string, args ...string) error {
	if err := phrases.LookBefore(w); err != nil {
		return err
	}
	w.ActedByProgram(who, w.Noun("server", ""), action)
	return phrases.Run(w, who, program, args...)
}

func succeeded(command *world.Noun) error {
	if command.Facts["code"] != 0 {
		return world.Failf("the client ended with %v: %v", command.Facts["code"], command.Facts["output"])
	}
	return nil
}

func refusedToRun(command *world.Noun) error {
	if command.Facts["code"] == 0 {
		return world.Failf("the client ended well: %v", command.Facts["output"])
	}
	return nil
}
