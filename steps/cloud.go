package steps

import (
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// Target describes the cloud that cases run against: Name, Kind, the given user's Login, and what of the cloud may be used.
type Target = target.Config

// How a cloud is reached: in this process (Target.Handler), as a mock at a URL, or as a real one.
const (
	Embedded = target.Embedded
	Mock     = target.Mock
	Real     = target.Real
)

// Login holds the credentials for a token: an entry of clouds.yaml, or OS_* variables.
type Login = session.Login

// ReadLogin reads the credentials of an entry of clouds.yaml, over which the OS_* variables win; without a name and without OS_CLOUD, of
// the variables alone. The file is OS_CLIENT_CONFIG_FILE, or the first of ./, ~/.config/openstack, /etc/openstack that has it.
func ReadLogin(cloud string, env map[string]string) (Login, error) {
	return session.ReadLogin(cloud, env)
}
