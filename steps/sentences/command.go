package sentences

import (
	"fmt"
	"os/exec"
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

// runClient runs the stock client as an actor and keeps how it ended. What it prints is shown with the
// secrets of the run removed.
func runClient(w *world.World, who string, args ...string) error {
	session, err := w.Env().Target.Actor(who)
	if err != nil {
		return err
	}
	program := w.Env().Target.Capabilities()[target.OpenStackClient].Evidence
	command := exec.CommandContext(w.Context(), program, args...)
	command.Env = session.Environ()
	output, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		return fmt.Errorf("run %s: %w", program, err)
	}
	w.Remember(&world.Noun{Kind: "command", Facts: map[string]any{
		"code": command.ProcessState.ExitCode(), "output": w.Env().Target.Redactor().Text(string(output)),
	}})
	return nil
}

func succeeded(command *world.Noun) error {
	if command.Facts["code"] != 0 {
		return world.Failf("the client ended with %v: %v", command.Facts["code"], command.Facts["output"])
	}
	return nil
}
