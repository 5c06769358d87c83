package checkclient

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/printable"
	"plumbline/mockcloud"
)

// patience is how long a client may take to end after it got a signal.
const patience = 10 * time.Second

// runClient runs a command with a mock's credentials in its environment and answers how it ended. It is an error only if
// the command cannot be started, not if it fails.
func runClient(ctx context.Context, s cli.Streams, aside bool, clouds credentials, actor string, command []string) (string, error) {
	dir, err := os.MkdirTemp("", "plumbline-client-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "clouds.yaml")
	if err := os.WriteFile(file, clouds.yaml, 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = clientEnvironment(s.Env, file, actor, clouds.config(actor))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, printable.Unwrap(s.Out), printable.Unwrap(s.Err)
	if aside {
		cmd.Stdout = cmd.Stderr
	}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = patience
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "the command ended with status 0", nil
	case errors.As(err, &exit) && exit.Exited():
		return fmt.Sprintf("the command ended with status %d", exit.ExitCode()), nil
	case errors.As(err, &exit):
		return "the command was ended by a signal: " + exit.String(), nil
	case cmd.ProcessState != nil:
		return "the command ended, " + err.Error(), nil
	}
	return "", fmt.Errorf("the command cannot be run: %w", err)
}

// clientEnvironment is the caller's environment, with the mock's credentials in place of any others.
func clientEnvironment(env map[string]string, file, actor string, c mockcloud.ClientConfig) []string {
	var out []string
	for k, v := range env {
		if !strings.HasPrefix(k, "OS_") && !strings.HasSuffix(strings.ToLower(k), "_proxy") {
			out = append(out, k+"="+v)
		}
	}
	out = append(out,
		"OS_CLIENT_CONFIG_FILE="+file, "OS_CLOUD=mock-"+actor, "OS_AUTH_URL="+c.AuthURL, "OS_USERNAME="+c.Username, "OS_PASSWORD="+c.Password,
		"OS_USER_DOMAIN_NAME="+c.UserDomainName, "OS_REGION_NAME="+c.Region, "OS_IDENTITY_API_VERSION=3", "NO_PROXY=127.0.0.1,localhost")
	if c.ProjectName != "" {
		out = append(out, "OS_PROJECT_NAME="+c.ProjectName, "OS_PROJECT_DOMAIN_NAME="+c.ProjectDomainName)
	}
	if c.System {
		out = append(out, "OS_SYSTEM_SCOPE=all")
	}
	return out
}
