package program_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/program"
)

// python finds the interpreter that Debian's clients use.
func python(t testing.TB) string {
	t.Helper()
	const at = "/usr/bin/python3"
	if _, err := os.Stat(at); err != nil {
		t.Skip("no Python is installed here: " + err.Error())
	}
	return at
}

type result struct {
	code        int
	out, stderr string
}

func run(t testing.TB, ctx context.Context, env []string, name string, args ...string) result {
	t.Helper()
	var out, stderr bytes.Buffer
	code, err := program.RunKept(ctx, program.Call{Program: name, Args: args, Env: env, Stdout: &out, Stderr: &stderr})
	require.NoError(t, err)
	return result{code, out.String(), stderr.String()}
}

var bare = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}

// TestAProgramEndsAsItWouldAlone runs programs both ways, and holds exit code, output and errors against each other.
func TestAProgramEndsAsItWouldAlone(t *testing.T) {
	at := python(t)
	dir := t.TempDir()
	script := filepath.Join(dir, "nova") // a name that is run by a kept interpreter
	for name, source := range map[string]string{
		"output and arguments":       `import sys; print(sys.argv[1:], end=""); print("é", file=sys.stderr)`,
		"exit code":                  `import sys; sys.exit(7)`,
		"large exit code":            `import sys; sys.exit(1000)`,
		"message as exit code":       `import sys; sys.exit("no such server")`,
		"no exit code":               `import sys; sys.exit(None)`,
		"output that is not flushed": `import os, sys; sys.stdout.write("left" * 9)`,
		"environment":                `import os; print(sorted((k, v) for k, v in os.environ.items() if k != "LC_CTYPE"))`,
		"its own signal":             `import os, signal; os.kill(os.getpid(), signal.SIGKILL)`,
		"interrupt":                  `import os, signal; signal.raise_signal(signal.SIGINT)`,
		"closes everything":          `import os; os.closerange(3, 64); print("done")`,
		"input":                      `import sys; print(repr(sys.stdin.read()))`,
		"child processes":            `import subprocess; print(subprocess.run(["sh", "-c", "echo $OS_X; exit 3"]).returncode)`,
		"threads":                    `import threading, time; threading.Thread(target=lambda: (time.sleep(.1), print("late"))).start()`,
		"a file that is not closed":  `import tempfile; f = open("/proc/self/fd/1", "w"); f.write("late")`,
		"an error":                   `raise ValueError("no")`,
		"at exit":                    `import atexit; atexit.register(print, "bye")`,
		"large output":               `print("x" * 500000)`,
		"main":                       `import sys; print(__name__, sys.modules["__main__"].__dict__ is globals())`,
		"warnings":                   `import warnings; warnings.warn("old")`,
		"where modules are found":    `import sys; print(sys.path)`,
		"random":                     `import random; random.seed(4); print(random.random())`,
	} {
		t.Run(name, func(t *testing.T) {
			env := append([]string{"OS_X=a=b", "PYTHONWARNINGS=ignore"}, bare...)
			for _, way := range []string{"-c", "file"} {
				args := []string{"-c", source, "one", "-v"}
				called := at
				if way == "file" {
					require.NoError(t, os.WriteFile(script, []byte("#! "+at+"\n"+source+"\n"), 0o700))
					called, args = script, args[2:]
				}
				want := alone(t, env, called, args...)
				got := run(t, t.Context(), env, called, args...)
				if name == "interrupt" || name == "an error" { // the lines of the traceback differ
					want.stderr, got.stderr = lastLine(want.stderr), lastLine(got.stderr)
				}
				assert.Equal(t, want, got, way)
			}
		})
	}
}

// TestWhichProgramsAreKept: clients that Python runs from a file, and scripts.
func TestWhichProgramsAreKept(t *testing.T) {
	at, dir := python(t), t.TempDir()
	for name, c := range map[string]struct {
		file, first string
		kept        bool
	}{
		"a client":                    {"nova", "#! " + at, true},
		"another spelling":            {"heat", "#!" + at, true},
		"any other program":           {"keystone", "#! " + at, false},
		"a client with options":       {"openstack", "#!" + at + " -E", false},
		"a client run by another one": {"nova", "#!/usr/bin/env python3", false},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, c.file)
			require.NoError(t, os.WriteFile(file, []byte(c.first+"\nimport os; print(os.getppid())\n"), 0o700))
			env := append([]string{"KIND=" + strings.ReplaceAll(name, " ", "-")}, bare...)
			assert.Equal(t, c.kept, run(t, t.Context(), env, file).out != fmt.Sprintln(os.Getpid()))
		})
	}
}

// TestClientsAnswerAsAlone holds the programs in files that kept interpreters run against themselves: once and again, help and errors.
func TestClientsAnswerAsAlone(t *testing.T) {
	env := append([]string{"HOME=" + t.TempDir(), "PYTHONWARNINGS=ignore", "OS_X=a", "KIND=clients"}, bare...)
	for name, calls := range map[string][][]string{
		"openstack": {{"server", "rebuild", "--help"}, {"server", "rebuild", "--help"}, {"no", "such", "--command"}, {"--version"}},
		"nova":      {{"help", "rebuild"}, {"help", "rebuild"}, {"rebuild"}, {"--version"}},
		"heat":      {{"help", "stack-list"}, {"help", "stack-list"}, {"help", "no-such"}, {"--version"}},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := exec.LookPath(name)
			if err != nil {
				t.Skip("not installed here: " + err.Error())
			}
			for _, call := range calls {
				assert.Equal(t, alone(t, env, at, call...), run(t, t.Context(), env, at, call...), call)
			}
		})
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

func alone(t *testing.T, env []string, name string, args ...string) result {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, &out, &stderr
	cmd.Run() //nolint:errcheck // its exit code tells
	return result{cmd.ProcessState.ExitCode(), out.String(), stderr.String()}
}

// TestAModuleIsLoadedOnce calls a program whose module is slow to load: the second call finds it loaded, and nothing else of the first.
func TestAModuleIsLoadedOnce(t *testing.T) {
	at, dir := python(t), t.TempDir()
	log := filepath.Join(dir, "loaded")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "slow.py"), []byte(`
import os
with open(os.environ["LOG"], "a") as f: f.write("loaded\n")
value = 0
`), 0o600))
	env := append([]string{"PYTHONPATH=" + dir, "LOG=" + log, "PYTHONDONTWRITEBYTECODE=1"}, bare...)
	const source = `import slow; slow.value += 1; print(slow.value)`
	for n := range 4 {
		assert.Equal(t, result{out: "1\n"}, run(t, t.Context(), env, at, "-c", source), n)
		time.Sleep(200 * time.Millisecond) // the interpreter loads it meanwhile
	}
	said, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "loaded\nloaded\n", string(said), "once in the first copy, once for all others")
}

// TestAModuleThatLooksAtTheCall is loaded by each call: after the first one, whose interpreter was to load it for the others and
// ended instead, scripts are started as usual.
func TestAModuleThatLooksAtTheCall(t *testing.T) {
	at := python(t)
	for name, source := range map[string]string{
		"arguments":   "import sys\ndef main(argv=sys.argv[1:]): return argv\n",
		"count":       "import sys\nmany = len(sys.argv)\ndef main(): return many\n",
		"iteration":   "import sys\nall = [a for a in sys.argv]\ndef main(): return all\n",
		"the list":    "from sys import argv\ndef main(): return argv[1:]\n",
		"one":         "import os\nname = os.environ.get('OS_NAME')\ndef main(): return name\n",
		"every":       "import os\nevery = dict(os.environ)\ndef main(): return every['OS_NAME']\n",
		"no proxy":    "import os\nname = os.getenv('no_proxy')\ndef main(): return name\n",
		"a submodule": "import sys\nfrom xml.dom import minidom\ndef main(argv=sys.argv[:]): return argv\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "looks.py"), []byte(source), 0o600))
			for n := range 3 {
				env := append([]string{"PYTHONPATH=" + dir, fmt.Sprintf("OS_NAME=n%d", n), fmt.Sprintf("no_proxy=p%d", n)}, bare...)
				args := append([]string{"-c", "import looks; print(looks.main())"}, slices.Repeat([]string{fmt.Sprint(n)}, n)...)
				want := alone(t, env, at, args...)
				require.NotEmpty(t, want.out, want.stderr)
				assert.Equal(t, want, run(t, t.Context(), env, at, args...), n)
				time.Sleep(100 * time.Millisecond) // the interpreter loads modules meanwhile
			}
		})
	}
}

// TestSeveralProgramsAtOnce runs programs side by side: none gets the output of another.
func TestSeveralProgramsAtOnce(t *testing.T) {
	at := python(t)
	var all sync.WaitGroup
	for n := range 12 {
		all.Go(func() {
			env := append([]string{fmt.Sprintf("OS_N=%d", n)}, bare...)
			got := run(t, t.Context(), env, at, "-c", `import os, sys; print(os.environ["OS_N"] * 3); sys.exit(int(os.environ["OS_N"]))`)
			assert.Equal(t, result{code: n, out: strings.Repeat(fmt.Sprint(n), 3) + "\n"}, got)
		})
	}
	all.Wait()
}

// TestAProgramThatIsStopped ends with what it started.
func TestAProgramThatIsStopped(t *testing.T) {
	at := python(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	start := time.Now()
	got := run(t, ctx, bare, at, "-c", `import subprocess; print("begun", flush=True); subprocess.run(["sleep", "60"])`)
	assert.Equal(t, result{code: -1, out: "begun\n"}, got)
	assert.Less(t, time.Since(start), 30*time.Second)
}

// TestAnInterpreterThatEnds is replaced by the usual way to start a program: where it ended before, and where it cannot be started.
func TestAnInterpreterThatEnds(t *testing.T) {
	at := python(t)
	env := append([]string{"KIND=ends"}, bare...)
	const whose = `import os; print(os.getppid())`
	first := run(t, t.Context(), env, at, "-c", whose)
	assert.NotEqual(t, fmt.Sprintln(os.Getpid()), first.out)
	killed := run(t, t.Context(), env, at, "-c", `
import os, signal
def parent(pid): return int(open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[1])
os.kill(parent(os.getppid()), signal.SIGKILL)
`)
	assert.Equal(t, 0, killed.code, "the copy that runs goes on")
	time.Sleep(100 * time.Millisecond)
	assert.Equal(t, fmt.Sprintln(os.Getpid()), run(t, t.Context(), env, at, "-c", whose).out)

	broken := filepath.Join(t.TempDir(), "python3")
	require.NoError(t, os.WriteFile(broken, []byte("#!/bin/sh\necho \"$1\" \"$2\"; exit 4\n"), 0o700))
	assert.Equal(t, result{code: 4, out: "-c hello\n"}, run(t, t.Context(), bare, broken, "-c", "hello"))
	_, err := program.Run(t.Context(), program.Call{Program: filepath.Join(t.TempDir(), "none"), Env: bare})
	assert.ErrorContains(t, err, "no such file")
}

// BenchmarkClient is what one call of a client program costs, kept and alone.
func BenchmarkClient(b *testing.B) {
	at := python(b)
	if exec.Command(at, "-c", "import novaclient.client").Run() != nil {
		b.Skip("python3-novaclient is not installed here")
	}
	env := append([]string{"KIND=benchmark"}, bare...)
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			run(b, b.Context(), env, at, "-c", "import novaclient.client")
		}
	})
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(at, "-c", "import novaclient.client")
			cmd.Env = env
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
