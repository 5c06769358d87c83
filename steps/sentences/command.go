package sentences

import (
	"strings"

	"plumbline/steps/target"
	"plumbline/steps/world"
)

func commands(s world.Steps, w *world.World) {
	s.When(`^the `+actor+` runs openstack server rebuild (.+) on the server$`, func(who, options string) error {
		return rebuildByClient(w, who, options, setupVersion)
	})
	s.When(`^the `+actor+` runs openstack server rebuild (.+) on the server at (\S+)$`, func(who, options, at string) error {
		return rebuildByClient(w, who, options, at)
	})
	s.Then(`^the command fails$`, func() error { return refusedToRun(w.Noun("command", "")) })
	s.Then(`^the command succeeds$`, func() error { return succeeded(w.Noun("command", "")) })
}

func rebuildByClient(w *world.World, who, options, at string) error {
	return runClient(w, who, append([]string{"--os-compute-api-version", at, "server", "rebuild"}, clientOptions(w, options)...)...)
}

// clientOptions are the words of the sentence, with names of key pairs and images filled in, and the server.
func clientOptions(w *world.World, options string) []string {
	words := strings.Fields(options)
	for i, word := range words {
		if key, err := w.Recall("keypair", word); err == nil {
			words[i] = key.RealName
		}
		if i > 0 && words[i-1] == "--image" {
			words[i] = imageID(w, word)
		}
	}
	return append(words, w.Noun("server", "").ID)
}

// runClient runs the stock client as an actor, as the subject of the scenario, and keeps how it ended.
func runClient(w *world.World, who string, args ...string) error {
	if err := lookBefore(w); err != nil {
		return err
	}
	return run(w, who, w.Env().Target.Capabilities()[target.OpenStackClient].Evidence, args...)
}

// run runs a client program as an actor, as the subject of the scenario, and keeps how it ended.
func run(w *world.World, who, program string, args ...string) error {
	ran, err := w.Command(world.Subject, who, program, args...)
	if err != nil {
		return err
	}
	w.Remember(&world.Noun{Kind: "command", Facts: map[string]any{
		"code": ran.Code, "output": w.Env().Target.Redactor().Text(ran.Output + ran.Err),
	}})
	return nil
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
