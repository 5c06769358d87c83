package steps

import (
	"crypto/tls"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// How a caller describes the cloud that cases run against.
type (
	// Target configures a target: the address of the cloud, the credentials, and what of the cloud may be used.
	Target = target.Config
	// Login holds the credentials for a token: an entry of clouds.yaml, or OS_* variables.
	Login = session.Login
	// Trust says which certificates are trusted, and which one the caller shows.
	Trust = session.Trust
	// Wanted names an image, a second image and a flavor to use, instead of those that the suite would choose.
	Wanted = target.Wanted
	// MetadataAccess is the URL and the shared secret of the metadata service.
	MetadataAccess = target.MetadataAccess
	// NotificationAccess is the message bus on which Nova sends its notifications.
	NotificationAccess = target.NotificationAccess
	// Listen opens a port to an embedded cloud for client programs: it answers a URL and a function that closes it.
	Listen = target.Listen
	// Swept is one leftover that Sweep removed, would remove, or could not remove.
	Swept = target.Swept
	// Timeouts are the longest waits by their names.
	Timeouts = world.Timeouts
	// Timeout is a wait that has a name, its default and its bound.
	Timeout = world.Timeout
	// Clock tells the time and sleeps; tests give one of their own.
	Clock = world.Clock
)

// How a cloud is reached: in this process, as a mock at a URL, or as a real one.
const (
	Embedded = target.Embedded
	Mock     = target.Mock
	Real     = target.Real
)

// LegacyPolicy is the name of the capability of a cloud that has the policy defaults from before scopes.
const LegacyPolicy = target.LegacyPolicy

// Retries is how often a request of the suite's own is sent again after the cloud was too busy to answer it.
const Retries = session.Retries

// MachineClock is the machine's clock.
func MachineClock() Clock { return world.Machine{} }

// Actors are the names of all users that sentences speak of, the most common ones first.
func Actors() []string { return target.Actors() }

// NamedTimeouts lists every time-out, sorted by name.
func NamedTimeouts() []Timeout { return world.NamedTimeouts() }

// TimeoutNames are the names of all time-outs, sorted.
func TimeoutNames() []string { return world.TimeoutNames() }

// ReadLogin reads the credentials of an entry of clouds.yaml, over which the OS_* variables win; without a name and without OS_CLOUD, of
// the variables alone. The file is OS_CLIENT_CONFIG_FILE, or the first of ./, ~/.config/openstack, /etc/openstack that has it.
func ReadLogin(cloud string, env map[string]string) (Login, error) {
	return session.ReadLogin(cloud, env)
}

// ReadNamedLogin reads an entry of clouds.yaml for a further actor: only the file counts, since variables describe one user.
func ReadNamedLogin(cloud string, env map[string]string) (Login, error) {
	return session.ReadNamedLogin(cloud, env)
}

// ReadTrust reads OS_CACERT, OS_CERT, OS_KEY and OS_INSECURE, and the TLS configuration that they give.
func ReadTrust(env map[string]string) (Trust, *tls.Config, error) { return session.ReadTrust(env) }
