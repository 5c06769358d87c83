package sentences

import (
	"strings"

	"plumbline/steps/target"
	"plumbline/steps/world"
)

func commands(s world.Steps, w *world.World) {
	s.When(`^the `+actor+` runs openstack server rebuild (.+) on the server$`, func(who, options string) error {
		return runClient(w, who, append([]string{"--os-compute-api-version", setupVersion, "server", "rebuild"}, clientOptions(w, options)...)...)
	})
	s.Then(`^the command succeeds$`, func() error { return succeeded(w.Noun("command", "")) })
}

// clientOptions are the words of the sentence, with names of key pairs filled in, and the server.
func clientOptions(w *world.World, options string) []string {
	words := strings.Fields(options)
	for i, word := range words {
		if key, err := w.Recall("keypair", word); err == nil {
			words[i] = key.RealName
		}
	}
	return append(words, w.Noun("server", "").ID)
}

// runClient runs the stock client as an actor, as the subject of the scenario, and keeps how it ended.
func runClient(w *world.World, who string, args ...string) error {
	ran, err := w.Command(world.Subject, who, w.Env().Target.Capabilities()[target.OpenStackClient].Evidence, args...)
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
