package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/openapi/intake"
	"plumbline/openapi/redact"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/steps"
	"plumbline/steps/plan"
)

// CodeOf tells mistakes of the call from a target that could not be judged.
func CodeOf(err error) int {
	if errors.Is(err, plan.ErrNothing) || errors.Is(err, steps.ErrConfiguration) {
		return ExitUsage
	}
	return ExitInconclusive
}

func Inconclusive(err error) error { return &ExitError{Code: ExitInconclusive, Err: err} }

// profiles of a target: the one asked for, shipped by default.
func ParseProfiles(name string, fallback ...openapi.Profile) ([]openapi.Profile, error) {
	switch name {
	case "":
		return fallback, nil
	case "both":
		return openapi.Profiles(), nil
	}
	p, err := openapi.ParseProfile(name)
	if err != nil {
		return nil, Usage(fmt.Errorf("--profile: %w, both", err))
	}
	return []openapi.Profile{p}, nil
}

// Digests name what a run was made from.
func Digests() eventlog.Digests {
	d := eventlog.Digests{Documents: openapi.Digest(), Rules: reports.Rules()}
	if digest, err := openapi.DigestFS(features.FS); err == nil {
		d.Features = digest
	}
	if path, err := os.Executable(); err == nil {
		d.Binary, _ = FileDigest(path) // unreadable: left out
	}
	return d
}

// mostProgram bounds the file of a program (bytes).
const mostProgram = 4 << 30

func FileDigest(path string) (string, error) {
	file, err := intake.Open(path, mostProgram)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func Usage(err error) error { return &ExitError{Code: ExitUsage, Err: err} }

// ReadLog reads an event log, or that of a report folder.
func ReadLog(path string) ([]eventlog.Event, error) {
	log, _, err := eventlog.ReadPath(path)
	if err != nil {
		return nil, err
	}
	return log.Events, nil
}

// ExitWith turns an exit code into the error that carries it; 0 is no error.
func ExitWith(code int) error {
	if code == ExitOK {
		return nil
	}
	return &ExitError{Code: code}
}

// ProfileFolders are the folders of the profiles that are in a folder. The folder may be a stranger's: links are refused.
func ProfileFolders(dir string) ([]string, error) {
	var found []string
	for _, p := range openapi.Profiles() {
		below, err := intake.Folder(dir, string(p))
		switch {
		case err == nil:
			found = append(found, below)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return found, nil
}

// Exit codes of every command. Certification adds conformance to them: see reports.
const (
	ExitOK           = 0
	ExitNotConform   = 1
	ExitUsage        = 2
	ExitInconclusive = 3
)

// Streams is what a command reads its environment from and writes to.
type Streams struct {
	Out, Err io.Writer
	// Env is the process environment by name.
	Env map[string]string
	// Secrets are those of the command's target, once they are known: they are taken out of both streams. Nil is none.
	Secrets *redact.Redactor
}

// ExitError carries the exit code of a command that has already said what it had to say
// (Err is nil), or that failed with Err.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *ExitError) Unwrap() error { return e.Err }
