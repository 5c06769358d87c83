package probe

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/steps/internal/target"
)

// probePrograms looks for the client programs that scenarios of the run need on this machine.
func probePrograms(ctx context.Context, t *target.Target) error {
	probeProgram(t, target.OpenStackClient, []string{target.ReimageClient, target.ClientUnshelvesToHost, target.ClientUnpins}, "openstack")
	probeProgram(t, target.NovaCommand, nil, "nova")
	probeSwitch(ctx, t, target.ReimageClient, "server rebuild", "--reimage-boot-volume")
	probeSwitch(ctx, t, target.ClientUnshelvesToHost, "server unshelve", "--host")
	probeSwitch(ctx, t, target.ClientUnpins, "server unshelve", "--no-availability-zone")
	probeHeatProgram(ctx, t)
	probeLibrary(ctx, t, target.NovaClient, "Python's novaclient", "novaclient, keystoneauth1")
	probeLibrary(ctx, t, target.OpenStackSDK, "Python's openstacksdk", "openstack")
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
	if _, err := programOutput(ctx, sdk.Evidence, "-c", sdkSpeaks); err != nil {
		t.Found(target.OpenStackSDK, false, "the openstacksdk that is installed here sends no microversion with a rebuild")
	}
}

const notAsked = "found out when a scenario wants to know"

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
	for _, p := range []struct{ command, says string }{{"action-lock", "--level"}, {"action-unlock", ""}} {
		help, err := programOutput(ctx, heat.Evidence, "help", p.command)
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
func probeSwitch(ctx context.Context, t *target.Target, capability, command, name string) {
	switch client := t.Known[target.OpenStackClient]; {
	case !isWanted(t, capability), client.Unknown:
		t.Unknown(capability, notAsked)
	case !client.Present:
		t.Found(capability, false, client.Evidence)
	default:
		words := append(strings.Fields(command), "--help")
		help, err := programOutput(ctx, client.Evidence, words...)
		if err != nil {
			t.Found(capability, false, fmt.Sprintf("%s %s fails: %v", client.Evidence, strings.Join(words, " "), err))
			return
		}
		knows := slices.ContainsFunc([]string{" ", "\n", "]"}, func(after string) bool { return strings.Contains(help, name+after) })
		t.Found(capability, knows, fmt.Sprintf("%s %s: %s among its options: %t", client.Evidence, command, name, knows))
	}
}

// pythons are the interpreters that may have a library: the first of the PATH, and the system's own.
var pythons = []string{"python3", "/usr/bin/python3"}

// probeLibrary looks for an interpreter that has Python modules.
func probeLibrary(ctx context.Context, t *target.Target, capability, called, modules string) {
	if !isWanted(t, capability) {
		t.Unknown(capability, notAsked)
		return
	}
	for _, python := range pythons {
		at, err := exec.LookPath(python)
		if err != nil {
			continue
		}
		if _, err := programOutput(ctx, at, "-c", "import "+modules); err == nil {
			reachedBy(t, capability, at)
			return
		}
	}
	t.Found(capability, false, called+" is not installed here")
}

// helpTime bounds a call of a program for its help or version.
const helpTime = time.Minute

// told caches what programs print about themselves, which is the same for all runs of this process.
var told sync.Map

// programOutput runs a program for its help or version, with only the environment that it needs to start.
func programOutput(ctx context.Context, program string, args ...string) (string, error) {
	ask, _ := told.LoadOrStore(strings.Join(append([]string{program}, args...), "\x00"), sync.OnceValues(func() (string, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), helpTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Env = target.BareEnvironment()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}))
	return ask.(func() (string, error))()
}
