//go:build unix

package program

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

//go:embed kept_interpreter.py
var interpreterSource string

// kept holds, by how they were started, functions that start an interpreter once: a process has one of each kind until it ends.
var kept sync.Map

// interpreter is how a kept interpreter is started, and the script that it is to run for a call.
type interpreter struct {
	path string
	env  []string
	// program is the path of the program in a file that it is to run, "" for scripts, and needs are what that loads whatever it is called
	// for: modules, and groups of entry points ("in NAME").
	program   string
	needs     []string
	source    string
	arguments []string
}

var (
	isPython = regexp.MustCompile(`^python3(\.\d+)?$`)
	// startsPython matches the first line of a program in a file that Python runs without options.
	startsPython = regexp.MustCompile(`^#! ?(/\S*/python3(?:\.\d+)?)\s*\n`)
)

// clients are the programs in files that kept interpreters run, with what they load whatever they are called for. Others are started
// as usual.
var clients = map[string][]string{
	"openstack": {"openstackclient.shell", "in openstack.", "in keystoneauth1.plugin", "in cliff.formatter."},
	"nova":      {"novaclient.shell", "novaclient.v2.shell", "in keystoneauth1.plugin"},
	"heat":      {"heatclient.shell", "heatclient.v1.shell", "in keystoneauth1.plugin"},
}

// interpreterOf finds the interpreter of a script: a call of Python with -c, or of a client program that is a script in a file.
func interpreterOf(c Call) (*interpreter, bool) {
	i := &interpreter{path: c.Program, needs: []string{}}
	switch name := filepath.Base(c.Program); {
	case isPython.MatchString(name) && len(c.Args) > 1 && c.Args[0] == "-c":
		i.source, i.arguments = c.Args[1], c.Args[2:]
	case clients[name] != nil:
		text, err := os.ReadFile(c.Program)
		by := startsPython.FindSubmatch(text)
		if err != nil || by == nil {
			return nil, false
		}
		i.path, i.program, i.needs = string(by[1]), c.Program, clients[name]
		i.source, i.arguments = string(text), c.Args
	default:
		return nil, false
	}
	for _, v := range c.Env {
		if !strings.HasPrefix(v, "OS_") && !strings.HasPrefix(strings.ToLower(v), "no_proxy=") {
			i.env = append(i.env, v)
		}
	}
	return i, true
}

// socket returns the socket on which the interpreter takes calls. It starts the interpreter at the first call of its kind.
func (i *interpreter) socket() (*net.UnixConn, error) {
	name := strings.Join(append([]string{i.path}, i.env...), "\x00")
	begin, _ := kept.LoadOrStore(name, sync.OnceValues(i.start))
	return begin.(func() (*net.UnixConn, error))()
}

func (i *interpreter) start() (*net.UnixConn, error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET, 0)
	if err != nil {
		return nil, err
	}
	for _, fd := range pair {
		syscall.CloseOnExec(fd)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "calls"), os.NewFile(uintptr(pair[1]), "calls")
	defer ours.Close()
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(i.path, "-c", interpreterSource)
	cmd.Env, cmd.ExtraFiles = i.env, []*os.File{theirs}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go cmd.Wait() //nolint:errcheck // it ends with this process, and a call finds out where it ended before
	return conn.(*net.UnixConn), nil
}

// packet is a call as kept_interpreter.py reads it.
type packet struct {
	Program     string            `json:"program"`
	Needs       []string          `json:"needs"`
	Source      string            `json:"source"`
	Arguments   []string          `json:"arguments"`
	Environment map[string]string `json:"environment"`
}

// run runs a call in a copy of the interpreter. Its error is errNotBegun where the program was never started.
func (i *interpreter) run(ctx context.Context, c Call) (int, error) {
	socket, err := i.socket()
	if err != nil {
		return -1, errNotBegun
	}
	p := &packet{
		Program: i.program, Needs: i.needs, Source: i.source, Arguments: append([]string{}, i.arguments...), Environment: map[string]string{},
	}
	for _, v := range c.Env {
		name, value, _ := strings.Cut(v, "=")
		p.Environment[name] = value
	}
	said, err := json.Marshal(p)
	if err != nil {
		return -1, err
	}
	var pipes pipes
	defer pipes.close()
	for range 3 {
		if err := pipes.open(); err != nil {
			return -1, err
		}
	}
	if _, _, err := socket.WriteMsgUnix(said, pipes.rights(), nil); err != nil {
		return -1, errNotBegun
	}
	pipes.given()
	var output sync.WaitGroup
	for n, to := range []io.Writer{c.Stdout, c.Stderr} {
		output.Go(func() { io.Copy(to, pipes.read[n]) }) //nolint:errcheck // a pipe ends with whoever writes
	}
	code, err := ended(ctx, pipes.read[2])
	output.Wait()
	return code, err
}

// ended follows a program to its end: its process id, then its exit code. The end of ctx kills it, and what it started.
func ended(ctx context.Context, status io.Reader) (int, error) {
	lines := bufio.NewReader(status)
	id, err := number(lines)
	if err != nil || id <= 1 {
		return -1, errNotBegun
	}
	stop := context.AfterFunc(ctx, func() { syscall.Kill(-id, syscall.SIGKILL) }) //nolint:errcheck // it may have ended
	defer stop()
	code, err := number(lines)
	if err != nil {
		return -1, fmt.Errorf("what watched over process %d ended before it", id)
	}
	return max(code, -1), nil
}

func number(lines *bufio.Reader) (int, error) {
	line, err := lines.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

// pipes are the ends of a call's pipes: output, errors, status.
type pipes struct {
	read, write []*os.File
}

func (p *pipes) open() error {
	r, w, err := os.Pipe()
	if err == nil {
		p.read, p.write = append(p.read, r), append(p.write, w)
	}
	return err
}

// rights is the message that gives the ends to write to another process.
func (p *pipes) rights() []byte {
	fds := make([]int, len(p.write))
	for n, f := range p.write {
		fds[n] = int(f.Fd())
		syscall.SetNonblock(fds[n], false) //nolint:errcheck // programs expect to wait where they write
	}
	return syscall.UnixRights(fds...)
}

// given closes the ends that another process has now, so that reading ends with it.
func (p *pipes) given() {
	for _, f := range p.write {
		f.Close()
	}
	p.write = nil
}

func (p *pipes) close() {
	p.given()
	for _, f := range p.read {
		f.Close()
	}
}
