package probe

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/program"
	"plumbline/internal/steps/target"
)

// askAhead starts all programs at once that probePrograms will ask about themselves: interpreters take a second or two each, and most of
// that beside one another and beside what the target is asked meanwhile. Programs that are not there are passed over.
func askAhead(ctx context.Context, t *target.Target) {
	ask := func(name string, words ...string) {
		if at, err := exec.LookPath(name); err == nil {
			go func() { _, _ = programOutput(ctx, t, at, words...) }()
		}
	}
	for _, s := range switches {
		if isWanted(t, s.capability) {
			ask("openstack", s.arguments()...)
		}
	}
	if isWanted(t, target.HeatClientLocks) {
		ask("heat", "help", heatCommands[0].command)
	}
	for _, l := range libraries {
		if isWanted(t, l.capability) {
			ask(pythons[0], "-c", "import "+l.modules)
		}
	}
}

// switches are options of the openstack command that scenarios use.
var switches = []clientSwitch{
	{target.ReimageClient, "server rebuild", "--reimage-boot-volume"},
	{target.ClientUnshelvesToHost, "server unshelve", "--host"},
	{target.ClientUnpins, "server unshelve", "--no-availability-zone"},
}

type clientSwitch struct{ capability, command, name string }

// arguments ask the openstack command for the help of the option's command.
func (s clientSwitch) arguments() []string { return append(strings.Fields(s.command), "--help") }

// heatCommands are commands of heat that scenarios use, with what their help must say.
var heatCommands = []struct{ command, says string }{{"action-lock", "--level"}, {"action-unlock", ""}}

// libraries are Python libraries that scenarios use, with the modules that show that they are there.
var libraries = []clientLibrary{
	{target.NovaClient, "Python's novaclient", "novaclient, keystoneauth1"},
	{target.OpenStackSDK, "Python's openstacksdk", "openstack"},
}

type clientLibrary struct{ capability, called, modules string }

// probePrograms looks for the client programs that scenarios of the run need on this machine.
func probePrograms(ctx context.Context, t *target.Target) error {
	probeProgram(t, target.OpenStackClient, []string{target.ReimageClient, target.ClientUnshelvesToHost, target.ClientUnpins}, "openstack")
	probeProgram(t, target.NovaCommand, nil, "nova")
	for _, s := range switches {
		probeSwitch(ctx, t, s)
	}
	probeHeatProgram(ctx, t)
	for _, l := range libraries {
		probeLibrary(ctx, t, l)
	}
	sdkRebuilds(ctx, t)
	return nil
}

// sdkSpeaks is a Python program that fails where the library's rebuild sends no microversion, as its older releases do.
const sdkSpeaks = `import sys
from openstack.compute.v2 import server
class Session:
    default_microversion = "2.93"
    def post(self, *args, microversion="2.93", **kwargs):
        sys.exit(0 if microversion == "2.93" else 1)
server.Server(id="x").rebuild(Session(), image="y")
`

// sdkRebuilds runs sdkSpeaks, which needs no cloud, and records whether the library sends the microversion of a rebuild.
func sdkRebuilds(ctx context.Context, t *target.Target) {
	sdk := t.Known[target.OpenStackSDK]
	if !sdk.Present {
		return
	}
	if _, err := programOutput(ctx, t, sdk.Evidence, "-c", sdkSpeaks); err != nil {
		t.Found(target.OpenStackSDK, false, "the openstacksdk that is installed here sends no microversion with a rebuild")
	}
}

const notAsked = eventlog.NotAsked

// probeProgram looks for a program if a scenario needs it or one of the capabilities in more, which depend on it.
func probeProgram(t *target.Target, capability string, more []string, name string) {
	if !isWanted(t, append(more, capability)...) {
		t.Unknown(capability, notAsked)
		return
	}
	at, err := exec.LookPath(name)
	if err != nil {
		t.Found(capability, false, "the "+name+" command is not installed here")
		return
	}
	reachedBy(t, capability, at)
}

// probeHeatProgram asks the heat command whether it has action-lock with a level, and action-unlock.
func probeHeatProgram(ctx context.Context, t *target.Target) {
	probeProgram(t, target.HeatClientLocks, nil, "heat")
	heat := t.Known[target.HeatClientLocks]
	if !heat.Present {
		return
	}
	for _, p := range heatCommands {
		help, err := programOutput(ctx, t, heat.Evidence, "help", p.command)
		if err != nil || !strings.Contains(help, p.says) {
			t.Found(target.HeatClientLocks, false, heat.Evidence+" does not know "+strings.TrimSpace(p.command+" "+p.says))
			return
		}
	}
}

// reachedBy records that a program is installed and can reach the target.
func reachedBy(t *target.Target, capability, at string) {
	if !t.ReadOnly {
		if _, err := t.Reach(); err != nil {
			t.Found(capability, false, err.Error())
			return
		}
	}
	t.Found(capability, true, at)
}

// probeSwitch asks the openstack command's help whether one of its commands has an option.
func probeSwitch(ctx context.Context, t *target.Target, s clientSwitch) {
	switch client := t.Known[target.OpenStackClient]; {
	case !isWanted(t, s.capability), client.Unknown:
		t.Unknown(s.capability, notAsked)
	case !client.Present:
		t.Found(s.capability, false, client.Evidence)
	default:
		words := s.arguments()
		help, err := programOutput(ctx, t, client.Evidence, words...)
		if err != nil {
			t.Found(s.capability, false, fmt.Sprintf("%s %s fails: %v", client.Evidence, strings.Join(words, " "), err))
			return
		}
		knows := slices.ContainsFunc([]string{" ", "\n", "]"}, func(after string) bool { return strings.Contains(help, s.name+after) })
		t.Found(s.capability, knows, fmt.Sprintf("%s %s: %s among its options: %t", client.Evidence, s.command, s.name, knows))
	}
}

// pythons are the interpreters that may have a library: the first of the PATH, and the system's own.
var pythons = []string{"python3", "/usr/bin/python3"}

// probeLibrary looks for an interpreter that has Python modules.
func probeLibrary(ctx context.Context, t *target.Target, l clientLibrary) {
	if !isWanted(t, l.capability) {
		t.Unknown(l.capability, notAsked)
		return
	}
	for _, python := range pythons {
		at, err := exec.LookPath(python)
		if err != nil {
			continue
		}
		if _, err := programOutput(ctx, t, at, "-c", "import "+l.modules); err == nil {
			reachedBy(t, l.capability, at)
			return
		}
	}
	t.Found(l.capability, false, l.called+" is not installed here")
}

// helpTime bounds a call of a program for its help or version.
const helpTime = time.Minute

// told caches what programs print about themselves, which is the same for all runs of this process.
var told sync.Map

// programOutput runs a program for its help or version, with only the environment that it needs to start.
func programOutput(ctx context.Context, t *target.Target, name string, args ...string) (string, error) {
	run, way := programs(t)
	ask, _ := told.LoadOrStore(strings.Join(append([]string{way, name}, args...), "\x00"), sync.OnceValues(func() (string, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), helpTime)
		defer cancel()
		return runProgram(ctx, run, target.BareEnvironment(), name, args...)
	}))
	return ask.(func() (string, error))()
}

// programs is how a target's rows run programs: by kept interpreters where it is embedded. way names it.
func programs(t *target.Target) (run runner, way string) {
	if t.Kind == target.Embedded {
		return program.RunKept, "kept"
	}
	return program.Run, ""
}

type runner func(context.Context, program.Call) (int, error)

// runProgram runs a program and returns what it says, output and errors together. An exit code other than 0 is an error.
func runProgram(ctx context.Context, run runner, env []string, name string, args ...string) (string, error) {
	var out, stderr bytes.Buffer
	code, err := run(ctx, program.Call{Program: name, Args: args, Env: env, Stdout: &out, Stderr: &stderr})
	if err == nil && code != 0 {
		err = fmt.Errorf("exit code %d", code)
	}
	return out.String() + stderr.String(), err
}
