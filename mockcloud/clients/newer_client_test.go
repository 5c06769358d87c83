package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/mockcloud"

	"github.com/stretchr/testify/require"
)

// newerClient is the client of the 2025.1 cloud that realcloud/up.sh makes; Debian 12's own ends at 2.92.
// PLUMBLINE_OPENSTACK names another one.
const newerClient = "/var/tmp/realcloud-epoxy/openstack"

// newerSession is a session of a client that knows more microversions. That of the real cloud brings a
// clouds.yaml of its own, so the credentials are in the environment: os_client_config calls them "envvars".
func newerSession(t *testing.T) *session {
	t.Helper()
	binary := os.Getenv("PLUMBLINE_OPENSTACK")
	if binary == "" {
		binary = newerClient
	}
	if err := exec.Command(binary, "--version").Run(); err != nil {
		t.Skipf("no newer stock client: %v (realcloud/up.sh with REALCLOUD_RELEASE=epoxy makes one; PLUMBLINE_OPENSTACK names another)", err)
	}
	cloud := mockcloud.Start(t)
	c := cloud.ClientConfig("admin")
	s := &session{t: t, folder: t.TempDir(), binary: binary, credentials: []string{
		"OS_AUTH_URL=" + c.AuthURL, "OS_USERNAME=" + c.Username, "OS_PASSWORD=" + c.Password, "OS_PROJECT_NAME=" + c.ProjectName,
		"OS_USER_DOMAIN_NAME=" + c.UserDomainName, "OS_PROJECT_DOMAIN_NAME=" + c.ProjectDomainName,
		"OS_REGION_NAME=" + c.Region, "OS_IDENTITY_API_VERSION=3",
	}}
	s.write("clouds.yaml", string(cloud.CloudsYAML("mock")))
	return s
}

// needs skips the test where the client has no such option.
func (s *session) needs(command, option string) {
	s.t.Helper()
	help, err := exec.Command(s.binary, append(strings.Fields(command), "--help")...).CombinedOutput()
	require.NoError(s.t, err, string(help))
	if !strings.Contains(string(help), option) {
		s.t.Skipf("%s has no %s %s", s.binary, command, option)
	}
}

// environment points the client at a cloud of the session.
func (s *session) environment(cloud, version string) []string {
	env := append(os.Environ(), "PYTHONWARNINGS=ignore")
	if version != "" {
		env = append(env, "OS_COMPUTE_API_VERSION="+version)
	}
	if s.credentials != nil {
		return append(append(env, s.credentials...), "OS_CLOUD=envvars")
	}
	return append(env, "OS_CLIENT_CONFIG_FILE="+filepath.Join(s.folder, "clouds.yaml"), "OS_CLOUD="+cloud)
}
