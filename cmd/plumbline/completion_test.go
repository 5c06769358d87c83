package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

func TestTheShellIsToldWhatCanBeTyped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "clouds.yaml")
	require.NoError(t, os.WriteFile(file, []byte("clouds:\n  prod: {auth: {}}\n  lab: {}\n"), 0o600))
	for _, tc := range []struct {
		typed      string
		told, none []string
	}{
		{"certify --os-cloud ", []string{"lab\n", "prod\n"}, nil},
		{"certify --actor ", []string{"reader=\n", "admin=\n"}, nil},
		{"certify --actor reader=", []string{"reader=lab\n", "reader=prod\n"}, nil},
		{"plan --spec ", []string{"stack-lock\t", "unshelve-to-host\t"}, nil},
		{"certify --only ", []string{"RKP-\n", "UTH-\n"}, []string{"RKP-10"}},
		{"certify --only RKP-1", []string{"RKP-10\t"}, []string{"UTH-10"}},
		{"certify --max-microversion 2.9", []string{"2.93\n", "2.100\n"}, nil},
		{"openapi show --service block-storage --at ", []string{"3.71\n"}, []string{"2.93"}},
		{"openapi show --service ", []string{"compute\n", "orchestration\n"}, nil},
		{"mock --policy ", []string{"legacy\n", "new\n"}, nil},
	} {
		var out bytes.Buffer
		args := append([]string{"__complete"}, strings.Split(tc.typed, " ")...)
		require.Equal(t, cli.ExitOK, run(context.Background(), args, []string{"OS_CLIENT_CONFIG_FILE=" + file}, &out, &bytes.Buffer{}))
		for _, want := range tc.told {
			assert.Contains(t, out.String(), want, tc.typed)
		}
		for _, not := range tc.none {
			assert.NotContains(t, out.String(), not, tc.typed)
		}
		assert.Contains(t, out.String(), ":4\n", "%s: no file names", tc.typed)
	}
}

// TestShellsRunTheirScripts loads each shell's script into the shell, where it is installed, and has bash complete a line.
func TestShellsRunTheirScripts(t *testing.T) {
	for shell, check := range map[string]string{
		"bash": `. "$1" && complete -p plumbline`,
		"zsh":  `autoload -U compinit && compinit -u -D && . "$1" && whence _plumbline`,
		"fish": `source $argv[1]; and complete -c plumbline | string match -q '*plumbline*'; and echo plumbline`,
	} {
		t.Run(shell, func(t *testing.T) {
			bin, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not installed", shell)
			}
			var script bytes.Buffer
			require.Equal(t, cli.ExitOK, run(context.Background(), []string{"completion", shell}, nil, &script, &bytes.Buffer{}))
			file := filepath.Join(t.TempDir(), "script")
			require.NoError(t, os.WriteFile(file, script.Bytes(), 0o600))
			args := []string{"-c", check, shell, file}
			if shell == "fish" {
				args = []string{"-c", check, file}
			}
			cmd := exec.Command(bin, args...)
			cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Contains(t, string(out), "plumbline")
		})
	}
}
