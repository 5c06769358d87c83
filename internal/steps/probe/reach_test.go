package probe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// TestClientProgramsFindWhereAnEmbeddedMockListens: it begins to listen once, when somebody asks, and ends with the target.
func TestClientProgramsFindWhereAnEmbeddedMockListens(t *testing.T) {
	began, ended := 0, 0
	found := &target.Target{Config: target.Config{Kind: target.Embedded, Listen: func() (string, func() error, error) {
		began++
		return "http://127.0.0.1:40001", func() error { ended++; return nil }, nil
	}}}
	s := &session.Session{Reach: found.Reach}
	s.Login.Options.IdentityEndpoint = "http://mock.invalid/identity/v3"
	for range 2 {
		env, err := target.Environ(s)
		require.NoError(t, err)
		assert.Contains(t, env, "OS_AUTH_URL=http://127.0.0.1:40001/identity/v3")
	}
	assert.Equal(t, 1, began)
	require.NoError(t, found.Close(context.Background(), false))
	assert.Equal(t, 1, ended)
}

// TestProgramsThatCannotBeUsed: the reason says whose matter it is.
func TestProgramsThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nova"), []byte("#!/bin/sh\n"), 0o755))
	t.Setenv("PATH", dir)
	deaf := func() (string, func() error, error) { return "", nil, errors.New("no socket") }
	heard := func() (string, func() error, error) { return "http://127.0.0.1:40001", nil, nil }
	for _, row := range []struct {
		name, capability string
		config           target.Config
		present          bool
		verdict, saw     string
	}{
		{
			"not installed", target.OpenStackClient,
			target.Config{Kind: target.Real},
			false, "unobservable",
			"the openstack command is not installed here",
		},
		{"installed", target.NovaCommand, target.Config{Kind: target.Real}, true, "", filepath.Join(dir, "nova")},
		{"nothing listens", target.NovaCommand, target.Config{Kind: target.Embedded}, false, "unobservable", target.ErrUnreached.Error()},
		{
			"nothing can listen", target.NovaCommand,
			target.Config{Kind: target.Embedded, Listen: deaf},
			false, "unobservable",
			"a client program cannot reach the embedded mock, which cannot listen on a loopback port: no socket",
		},
		{"the mock listens", target.NovaCommand, target.Config{Kind: target.Embedded, Listen: heard}, true, "", filepath.Join(dir, "nova")},
		{
			"a plan does not listen", target.NovaCommand,
			target.Config{Kind: target.Embedded, Listen: deaf, ReadOnly: true},
			true,
			"", filepath.Join(dir, "nova"),
		},
		{
			"nobody wants to know", target.NovaCommand,
			target.Config{Kind: target.Embedded, Listen: deaf, Needs: map[string]bool{}},
			false, "not-run", notAsked,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			found := &target.Target{Config: row.config, Known: map[string]target.Capability{}}
			require.NoError(t, probePrograms(context.Background(), found))
			c := found.Known[row.capability]
			assert.Equal(t, row.present, c.Present)
			assert.Equal(t, row.saw, c.Evidence)
			if !row.present {
				assert.Equal(t, row.verdict, c.Absent())
			}
		})
	}
}
