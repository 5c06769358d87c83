package target

import (
	"os"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/session"
)

// Environ is the environment of a client program that acts as this session: PATH, HOME and the OS_* variables to
// log in as the same user.
func Environ(s *session.Session) ([]string, error) {
	o := s.Login.Options
	at, err := s.Reach()
	if err != nil {
		return nil, err
	}
	identity, err := moveURL(o.IdentityEndpoint, at)
	if err != nil {
		return nil, err
	}
	env := append(BareEnvironment(),
		"OS_IDENTITY_API_VERSION=3", "OS_AUTH_URL="+identity,
		"OS_USER_ID="+s.UserID, "OS_PASSWORD="+o.Password, "OS_INTERFACE="+s.Login.Interface,
		"no_proxy="+os.Getenv("no_proxy"), "NO_PROXY="+os.Getenv("NO_PROXY"),
	)
	if s.System {
		env = append(env, "OS_SYSTEM_SCOPE=all")
	} else {
		env = append(env, "OS_PROJECT_ID="+s.ProjectID)
	}
	if s.Login.Region != "" {
		env = append(env, "OS_REGION_NAME="+s.Login.Region)
	}
	return append(env, s.Login.Trust.Environ()...), nil
}

// BareEnvironment is the part of the environment that every client program gets.
func BareEnvironment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LC_ALL=C.UTF-8", "PYTHONWARNINGS=ignore"}
}

// Redactor replaces the run's secrets in what is recorded.
func (t *Target) Redactor() *redact.Redactor { return t.Tools.Redact }
