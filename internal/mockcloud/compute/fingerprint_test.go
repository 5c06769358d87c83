package compute_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute/keypairs"
	"plumbline/internal/mockcloud/compute/record"
	servercreate "plumbline/internal/mockcloud/compute/servers/create"
	"plumbline/internal/mockcloud/ids"
)

// As `ssh-keygen -l -E md5` prints it.
func TestFingerprint(t *testing.T) {
	got, ok := keypairs.Fingerprint(ed25519)
	assert.True(t, ok)
	assert.Equal(t, "2e:8f:a6:60:a9:0e:f9:83:c2:f0:8a:af:9e:97:e9:77", got)
	_, ok = keypairs.Fingerprint(ed25519 + "\nanything else")
	assert.True(t, ok, "what follows is a comment")
}

func TestSeededKeysAreReproducible(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	make := func() keypairs.Generated {
		g, err := keypairs.SeededKeys{IDs: ids.Seeded(3)}.Generate("ssh", "u", now)
		require.NoError(t, err)
		return g
	}
	assert.Equal(t, make(), make())
	_, ok := keypairs.Fingerprint(make().Public)
	assert.True(t, ok)
}

// What Epoxy made of names.
func TestHostName(t *testing.T) {
	for name, want := range map[string]string{
		"My Server": "my-server", "a_b": "a-b", "ünï": "ünï", "a.b.c": "a-b-c", "-x-": "x", "123": "123", "!!!": "Server-id",
		"A B_c!d": "a-b-cd", "host.": "host",
	} {
		assert.Equal(t, want, servercreate.HostName(name, "id"), name)
	}
}

// sha224 of project and host, as Epoxy shows it.
func TestHostID(t *testing.T) {
	assert.Equal(t, "553f85102c469352dec8ccbd96abae26a215eacf23ecc921fea90903", record.HostID("dae7985f081744918a6f75ee1f85dd20", "host2"))
	assert.Empty(t, record.HostID("p", ""))
}
