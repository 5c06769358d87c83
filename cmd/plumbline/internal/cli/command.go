package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	texts "plumbline/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/intake"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
)

// CodeOf is the exit code of an error: usage or configuration, or a target that could not be tested.
func CodeOf(err error) int {
	if errors.Is(err, plan.ErrNothing) || errors.Is(err, target.ErrConfiguration) {
		return ExitUsage
	}
	return ExitInconclusive
}

func Inconclusive(err error) error { return &ExitError{Code: ExitInconclusive, Err: err} }

// ParseProfiles are the profiles of the flag --profile: the named one, both for "both", fallback for "".
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

// Digests identify the binary, the features, the documents and the rules.
func Digests() eventlog.Digests {
	d := eventlog.Digests{Documents: openapi.Digest(), Rules: reports.Rules()}
	if digest, err := openapi.DigestFS(texts.FS); err == nil {
		d.Features = digest
	}
	if path, err := os.Executable(); err == nil {
		d.Binary, _ = FileDigest(path) // left out if it cannot be read
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

// ReadLog reads an event log: a file, or that of a report's folder.
func ReadLog(path string) ([]eventlog.Event, error) {
	log, _, err := eventlog.ReadPath(path)
	if err != nil {
		return nil, err
	}
	return log.Events, nil
}

// ExitWith is the error with an exit code; 0 is no error.
func ExitWith(code int) error {
	if code == ExitOK {
		return nil
	}
	return &ExitError{Code: code}
}

// ProfileFolders are the folders in dir that are named after profiles. Links are refused, since dir may come from a stranger.
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

// Exit codes of every command. Those of certification are in package verdict.
const (
	ExitOK           = 0
	ExitNotConform   = 1
	ExitUsage        = 2
	ExitInconclusive = 3
)

// Streams are the output streams and the environment of a command.
type Streams struct {
	Out, Err io.Writer
	// Env is the environment of the process, by name.
	Env map[string]string
	// Secrets has the secrets of the command's target, once they are known; both streams are redacted with it. Nil is none.
	Secrets *redact.Redactor
}

// ExitError is an exit code, of a command that has already printed everything (Err is nil) or that failed with Err.
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

// ExitOf is the exit code that a command with this error ends with, and what is left to be printed of the error, nil for nothing.
func ExitOf(err error) (code int, unsaid error) {
	var exit *ExitError
	switch {
	case err == nil:
		return ExitOK, nil
	case errors.As(err, &exit):
		return exit.Code, exit.Err
	}
	return ExitUsage, err
}
