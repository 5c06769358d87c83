package target

import (
	"os"

	"plumbline/reports/redact"
)

// Environ is the environment of a client program that is to act as this session: PATH, HOME and the
// OS_* variables that log the same user in again.
func (s *Session) Environ() []string {
	o := s.login.Options
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LC_ALL=C.UTF-8", "PYTHONWARNINGS=ignore",
		"OS_IDENTITY_API_VERSION=3", "OS_AUTH_URL=" + o.IdentityEndpoint,
		"OS_USER_ID=" + s.UserID, "OS_PASSWORD=" + o.Password, "OS_INTERFACE=" + s.login.Interface,
		"no_proxy=" + os.Getenv("no_proxy"), "NO_PROXY=" + os.Getenv("NO_PROXY"),
	}
	if s.System {
		env = append(env, "OS_SYSTEM_SCOPE=all")
	} else {
		env = append(env, "OS_PROJECT_ID="+s.ProjectID)
	}
	if s.login.Region != "" {
		env = append(env, "OS_REGION_NAME="+s.login.Region)
	}
	return append(env, s.login.Trust.environ()...)
}

// Redactor knows the secrets of the run.
func (t *Target) Redactor() *redact.Redactor { return t.tools.Redact }
