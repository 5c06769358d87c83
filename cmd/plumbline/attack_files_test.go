//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// Files that hang a program which just opens and reads, or fill its memory, or lead it elsewhere. Each command that
// reads a file is given each of them: it says what is wrong, in the end code of its own, soon and in little memory.

// mostAllocated bounds what one command may allocate in all (bytes), which is more than it ever holds at once.
const mostAllocated = 1 << 30

// hangs is when a command counts as hanging. None of them takes a second of it.
const hangs = 2 * time.Minute

// attackedWith runs a command on a hostile file and demands an end, an error that says one of words, and little memory.
func attackedWith(t *testing.T, codes []int, says []string, env []string, args ...string) {
	t.Helper()
	var out, stderr bytes.Buffer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ended := make(chan int, 1)
	go func() { ended <- run(t.Context(), args, env, &out, &stderr) }()
	select {
	case code := <-ended:
		runtime.ReadMemStats(&after)
		text := stderr.String() + out.String()
		assert.Contains(t, codes, code, "%v: %s", args, text)
		assert.Condition(t, func() bool {
			for _, s := range says {
				if strings.Contains(text, s) {
					return true
				}
			}
			return false
		}, "%v says none of %q: %s", args, says, text)
		assert.NotContains(t, text, "canary-of", "%v shows what a link leads to", args)
		assert.NotContains(t, text, "goroutine ", "%v crashed", args)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(mostAllocated), "%v", args)
		t.Logf("%s → %d, %d MiB: %s", row(args), code, (after.TotalAlloc-before.TotalAlloc)>>20, firstLineOf(text))
	case <-time.After(hangs):
		t.Fatalf("%v hangs", args)
	}
}

func row(args []string) string { return strings.Join(args[:min(2, len(args))], " ") }

func firstLineOf(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// hostileFiles are ways to make a file at a path that nothing should read, by name.
var hostileFiles = []struct {
	name string
	// says is what an error about it has to say, one of them.
	says []string

	make func(t *testing.T, path string)
}{
	{
		"a pipe that nobody writes into",
		[]string{"a pipe, not a regular file"},
		func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) },
	},
	{
		"a link to /dev/zero",
		[]string{"a device, not a regular file", "a symbolic link"},
		func(t *testing.T, path string) { require.NoError(t, os.Symlink("/dev/zero", path)) },
	},
	{
		"a folder",
		[]string{"a folder, not a regular file", "events.ndjson: no such file"},
		func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) },
	},
	{"a socket", []string{"a socket, not a regular file"}, func(t *testing.T, path string) {
		t.Chdir(filepath.Dir(path)) // the name of a socket is short
		l, err := net.Listen("unix", filepath.Base(path))
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
	}},
	{"a sparse file of 8 TiB", []string{"is too large"}, func(t *testing.T, path string) {
		f, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, f.Truncate(8<<40))
		require.NoError(t, f.Close())
	}},
}

// bomb is 6.4 GiB of one letter in about 6 MiB: a hundred parts, one after the other, as gzip allows.
var bomb = sync.OnceValue(func() []byte {
	var part bytes.Buffer
	z := gzip.NewWriter(&part)
	_, _ = io.Copy(z, io.LimitReader(letters{}, 64<<20)) // into memory: nothing can fail
	_ = z.Close()
	return bytes.Repeat(part.Bytes(), 100)
})

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// Files that a command is given by name: the option or argument comes last.
func TestEveryCommandRefusesAHostileFileByName(t *testing.T) {
	good := aReport(t)
	for _, command := range []struct {
		name string
		args func(path string) []string
		env  func(path string) []string
	}{
		{name: "report build", args: func(p string) []string { return []string{"report", "build", p, "--out", t.TempDir()} }},
		{name: "report verify --key", args: func(p string) []string { return []string{"report", "verify", good, "--key", p} }},
		{name: "report verify --binary", args: func(p string) []string { return []string{"report", "verify", good, "--binary", p} }},
		{name: "report sign --key", args: func(p string) []string { return []string{"report", "sign", good, "--key", p} }},
		{name: "parity --pack", args: func(p string) []string { return []string{"parity", "--pack", p, "--out", t.TempDir()} }},
		{name: "certify --waivers", args: func(p string) []string {
			return []string{"certify", "--target", "mock", "--only", "MVN-01", "--out", t.TempDir(), "--waivers", p}
		}},
		{name: "plan --config", args: func(p string) []string { return []string{"plan", "--target", "mock", "--config", p} }},
		{name: "mock --seed", args: func(p string) []string { return []string{"mock", "--listen", "127.0.0.1:0", "--seed", p} }},
		{name: "mock --tls-cert", args: func(p string) []string {
			return []string{"mock", "--listen", "127.0.0.1:0", "--tls-cert", p, "--tls-key", p}
		}},
		{
			name: "mock --write-clouds-yaml",
			args: func(p string) []string { return []string{"mock", "--listen", "127.0.0.1:0", "--write-clouds-yaml", p} },
		},
		{
			name: "plan, OS_CLIENT_CONFIG_FILE", args: func(string) []string { return []string{"plan", "--os-cloud", "x"} },
			env: func(p string) []string { return []string{"OS_CLIENT_CONFIG_FILE=" + p} },
		},
		{
			name: "plan, OS_CACERT", args: func(string) []string { return []string{"plan"} },
			env: func(p string) []string { return []string{"OS_AUTH_URL=http://127.0.0.1:1/v3", "OS_CACERT=" + p} },
		},
		{
			name: "plan, OS_CERT", args: func(string) []string { return []string{"plan"} },
			env: func(p string) []string { return []string{"OS_AUTH_URL=http://127.0.0.1:1/v3", "OS_CERT=" + p} },
		},
	} {
		for _, file := range hostileFiles {
			t.Run(command.name+"/"+file.name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "hostile")
				file.make(t, path)
				var env []string
				if command.env != nil {
					env = command.env(path)
				}
				attackedWith(t, []int{cli.ExitUsage}, file.says, env, command.args(path)...)
			})
		}
	}
}

// folderReaders are the commands that read the folder of a report, and which of its files.
var folderReaders = []struct {
	name         string
	report, log  bool
	args         func(t *testing.T, dir, good string) []string
	onlyUnpacked bool
}{
	{name: "verify", report: true, log: true, args: func(_ *testing.T, dir, _ string) []string { return []string{"report", "verify", dir} }},
	{
		name: "verify --json", report: true, log: true,
		args: func(_ *testing.T, dir, _ string) []string { return []string{"report", "verify", dir, "--json"} },
	},
	{name: "show", report: true, args: func(_ *testing.T, dir, _ string) []string { return []string{"report", "show", dir} }},
	{
		name: "show --row", report: true, log: true,
		args: func(_ *testing.T, dir, _ string) []string { return []string{"report", "show", dir, "--row", "MVN-01"} },
	},
	{name: "matrix", report: true, args: func(_ *testing.T, dir, good string) []string { return []string{"report", "matrix", good, dir} }},
	{name: "html", report: true, log: true, args: func(t *testing.T, dir, good string) []string {
		return []string{"report", "html", "a=" + good, "b=" + dir, "--out", filepath.Join(t.TempDir(), "x.html")}
	}},
	{name: "summary", report: true, args: func(_ *testing.T, dir, _ string) []string { return []string{"report", "summary", dir} }},
	{name: "badge", report: true, args: func(t *testing.T, dir, _ string) []string {
		return []string{"report", "badge", dir, "--out", filepath.Join(t.TempDir(), "x.svg")}
	}},
	{name: "diff, old", report: true, args: func(_ *testing.T, dir, good string) []string { return []string{"report", "diff", dir, good} }},
	{name: "diff, new", report: true, args: func(_ *testing.T, dir, good string) []string { return []string{"report", "diff", good, dir} }},
	{name: "build", log: true, args: func(t *testing.T, dir, _ string) []string {
		return []string{"report", "build", dir, "--out", t.TempDir()}
	}},
	{name: "merge", log: true, args: func(t *testing.T, dir, _ string) []string {
		return []string{"report", "merge", dir, "--out", t.TempDir()}
	}},
	{name: "sign", report: true, log: true, args: func(t *testing.T, dir, _ string) []string {
		key := filepath.Join(t.TempDir(), "k")
		require.Zero(t, first(runReport(t, "keygen", "--out", key)))
		return []string{"report", "sign", dir, "--key", key + ".key"}
	}},
	{name: "submit", report: true, log: true, args: func(t *testing.T, dir, _ string) []string {
		return []string{"report", "submit", dir, "--implementation", "x", "--ledger", emptyLedger(t)}
	}},
	{name: "record", log: true, args: func(t *testing.T, dir, _ string) []string {
		return []string{"record", dir, "--out", filepath.Join(t.TempDir(), "x.pack.ndjson.gz")}
	}},
	{name: "parity", log: true, args: func(t *testing.T, dir, good string) []string {
		return []string{"parity", dir, good, "--out", t.TempDir()}
	}},
	{name: "certify --resume", log: true, onlyUnpacked: true, args: func(_ *testing.T, dir, _ string) []string {
		return []string{"certify", "--target", "mock", "--only", "MVN-01", "--resume", "--out", dir}
	}},
}

// hostileFolders are folders of reports in which one file is hostile: the small run's, with one thing changed.
func hostileFolders() (all []hostileFolder) {
	for _, file := range hostileFiles {
		for _, name := range []string{"report.json", "events.ndjson"} {
			all = append(all, hostileFolder{name + " is " + file.name, name, file.says, func(t *testing.T, dir string) {
				require.NoError(t, os.Remove(filepath.Join(dir, name)))
				file.make(t, filepath.Join(dir, name))
			}})
			all = append(all, hostileFolder{name + ".gz is " + file.name, name + ".gz", file.says, func(t *testing.T, dir string) {
				require.NoError(t, os.Remove(filepath.Join(dir, name)))
				file.make(t, filepath.Join(dir, name+".gz"))
			}})
		}
	}
	for _, name := range []string{"report.json", "events.ndjson"} {
		all = append(all, hostileFolder{name + " is a link to a private file", name, []string{"a symbolic link"}, func(t *testing.T, dir string) {
			secret := filepath.Join(t.TempDir(), "secret")
			require.NoError(t, os.WriteFile(secret, []byte("canary-of-a-secret-file\n"), 0o600))
			require.NoError(t, os.Remove(filepath.Join(dir, name)))
			require.NoError(t, os.Symlink(secret, filepath.Join(dir, name)))
		}}, hostileFolder{
			name + ".gz becomes 6.4 GiB", name + ".gz",
			[]string{"is too large", "a line has at most"},
			func(t *testing.T, dir string) {
				require.NoError(t, os.Remove(filepath.Join(dir, name)))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name+".gz"), bomb(), 0o600))
			},
		}, hostileFolder{
			name + " is nested a million deep", name,
			[]string{"exceeded max depth", "not an event", "it says the key", "nothing was signed"},
			func(t *testing.T, dir string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), append(bytes.Repeat([]byte(`{"a":[`), 1<<20), '\n'), 0o600))
			},
		}, hostileFolder{name + ".gz is cut off", name + ".gz", []string{"unexpected EOF"}, func(t *testing.T, dir string) {
			pack(t, dir, name)
			require.NoError(t, os.Truncate(filepath.Join(dir, name+".gz"), 100))
		}}, hostileFolder{name + ".gz is not compressed", name + ".gz", []string{"gzip: invalid header"}, func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, name+".gz")))
		}})
	}
	return all
}

type hostileFolder struct {
	name, file string
	says       []string
	make       func(t *testing.T, dir string)
}

func TestEveryCommandRefusesAHostileFolder(t *testing.T) {
	good := aReport(t)
	for _, command := range folderReaders {
		for _, hostile := range hostileFolders() {
			reads := command.report && strings.HasPrefix(hostile.file, "report") || command.log && strings.HasPrefix(hostile.file, "events")
			if !reads || command.onlyUnpacked && strings.HasSuffix(hostile.file, ".gz") {
				continue
			}
			t.Run(command.name+"/"+hostile.name, func(t *testing.T) {
				dir := aReport(t)
				hostile.make(t, dir)
				attackedWith(t, []int{cli.ExitNotConform, cli.ExitUsage, cli.ExitInconclusive}, hostile.says, nil, command.args(t, dir, good)...)
			})
		}
	}
}

// What is given for a folder and is none, and folders of profiles that lead elsewhere.
func TestEveryCommandRefusesWhatIsNoFolder(t *testing.T) {
	good := aReport(t)
	for _, command := range folderReaders {
		for _, hostile := range []struct {
			name string
			says []string
			make func(t *testing.T) string
		}{
			{"a device", []string{"not a directory", "not a regular file", "make report folder"}, func(*testing.T) string { return "/dev/zero" }},
			{"a pipe", []string{"not a directory", "not a regular file", "make report folder"}, func(t *testing.T) string {
				path := filepath.Join(t.TempDir(), "pipe")
				require.NoError(t, syscall.Mkfifo(path, 0o600))
				return path
			}},
			{"profiles that are links", []string{"a symbolic link", "no report in", "no such file"}, func(t *testing.T) string {
				dir := t.TempDir()
				require.NoError(t, os.Symlink(good, filepath.Join(dir, "shipped")))
				return dir
			}},
		} {
			if command.onlyUnpacked && hostile.name == "profiles that are links" {
				continue
			}
			t.Run(command.name+"/"+hostile.name, func(t *testing.T) {
				attackedWith(t, []int{cli.ExitNotConform, cli.ExitUsage, cli.ExitInconclusive}, hostile.says, nil,
					command.args(t, hostile.make(t), good)...)
			})
		}
	}
}

// The files of a report that are drawn from it are read by verify only; the signature also by submit.
func TestFilesBesideAReportThatLeadElsewhere(t *testing.T) {
	for _, name := range []string{"report.html", "summary.md", "junit.xml", "badge.svg", "attestation.json"} {
		for _, file := range append(hostileFiles[:len(hostileFiles):len(hostileFiles)], struct {
			name string
			says []string
			make func(t *testing.T, path string)
		}{"a link to a private file", []string{"a symbolic link"}, func(t *testing.T, path string) {
			secret := filepath.Join(t.TempDir(), "secret")
			require.NoError(t, os.WriteFile(secret, []byte("canary-of-a-secret-file\n"), 0o600))
			require.NoError(t, os.Symlink(secret, path))
		}}) {
			t.Run(fmt.Sprintf("%s is %s", name, file.name), func(t *testing.T) {
				dir := aReport(t)
				_ = os.Remove(filepath.Join(dir, name)) // attestation.json is not there
				file.make(t, filepath.Join(dir, name))
				attackedWith(t, []int{cli.ExitNotConform}, file.says, nil, "report", "verify", dir)
				attackedWith(t, []int{cli.ExitNotConform}, file.says, nil, "report", "submit", dir, "--implementation", "x", "--ledger", emptyLedger(t))
			})
		}
	}
}

func TestTheHostileFilesArePublished(t *testing.T) {
	published, err := os.ReadFile("../../docs/hostile-input.md")
	require.NoError(t, err)
	for _, file := range hostileFiles {
		assert.Contains(t, string(published), "| "+file.name+" | ")
	}
	for _, folder := range hostileFolders() {
		file, what, _ := strings.Cut(folder.name, " ")
		assert.Contains(t, string(published), "| `"+file+"` "+what+" | ")
	}
}
