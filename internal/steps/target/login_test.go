package target_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/session"
)

const cloudsFile = `
clouds:
  prod:
    auth: {auth_url: "https://prod.example/v3", username: file-user, password: file-password, project_name: file-project, user_domain_id: default, project_domain_id: default}
    region_name: FileRegion
    interface: internal
    verify: false
  broken-ca:
    auth: {auth_url: "https://prod.example/v3", username: u, password: p, project_name: x}
    cacert: /nowhere/ca.pem
`

func environment(t *testing.T, pairs ...string) map[string]string {
	t.Helper()
	for _, name := range []string{"OS_CLOUD", "OS_CACERT", "OS_CERT", "OS_KEY", "OS_REGION_NAME", "OS_INTERFACE", "OS_CLIENT_CONFIG_FILE"} {
		t.Setenv(name, "")
	}
	file := filepath.Join(t.TempDir(), "clouds.yaml")
	require.NoError(t, os.WriteFile(file, []byte(cloudsFile), 0o600))
	env := map[string]string{"OS_CLIENT_CONFIG_FILE": file}
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return env
}

func TestPrecedenceIsFileThenEnvironmentThenFlag(t *testing.T) {
	for _, row := range []struct {
		name, cloud                          string
		env                                  []string
		user, password, project, region, fac string
	}{
		{"the file alone", "prod", nil, "file-user", "file-password", "file-project", "FileRegion", "internal"},
		{
			"the environment names the entry", "",
			[]string{"OS_CLOUD", "prod"},
			"file-user", "file-password", "file-project",
			"FileRegion", "internal",
		},
		{
			"the flag wins over OS_CLOUD", "prod",
			[]string{"OS_CLOUD", "broken-ca"},
			"file-user", "file-password", "file-project",
			"FileRegion", "internal",
		},
		{
			"variables win over the file", "prod",
			[]string{
				"OS_PASSWORD", "env-password", "OS_REGION_NAME", "Env", "OS_INTERFACE",
				"publicURL",
			},
			"file-user", "env-password", "file-project", "Env", "public",
		},
		{
			"a project of the environment replaces the file's", "prod",
			[]string{"OS_PROJECT_NAME", "env-project"},
			"file-user",
			"file-password", "env-project", "FileRegion", "internal",
		},
		{
			"the environment alone", "",
			[]string{"OS_AUTH_URL", "http://e/v3", "OS_USERNAME", "e", "OS_PASSWORD", "p", "OS_PROJECT_NAME", "x"},
			"e", "p", "x", "", "public",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			l, err := session.ReadLogin(row.cloud, environment(t, row.env...))
			require.NoError(t, err)
			assert.Equal(t, row.user, l.Options.Username)
			assert.Equal(t, row.password, l.Options.Password)
			assert.Equal(t, row.project, l.Options.Scope.ProjectName)
			assert.Equal(t, row.region, l.Region)
			assert.Equal(t, row.fac, l.Interface)
		})
	}
}

func TestVerifyOfTheFileIsHonoured(t *testing.T) {
	l, err := session.ReadLogin("prod", environment(t))
	require.NoError(t, err)
	require.NotNil(t, l.TLS)
	assert.True(t, l.TLS.InsecureSkipVerify)
}

func TestAFurtherActorIsNotTheUserOfTheEnvironment(t *testing.T) {
	l, err := session.ReadNamedLogin("prod", environment(t, "OS_USERNAME", "somebody else", "OS_PASSWORD", "other"))
	require.NoError(t, err)
	assert.Equal(t, "file-user", l.Options.Username)
	assert.Equal(t, "file-password", l.Options.Password)
}

func TestLoginsThatCannotBeReadAreSaid(t *testing.T) {
	for _, row := range []struct {
		name, cloud string
		env         []string
		says        string
	}{
		{"nothing given", "", nil, "name an entry of clouds.yaml with --os-cloud (or OS_CLOUD), or set OS_AUTH_URL"},
		{"no such entry", "nope", nil, `cloud "nope" not found in clouds.yaml; `},
		{"a name with a letter too few", "prd", nil, `cloud "prd" not found in clouds.yaml; did you mean prod?`},
		{"no file", "prod", []string{"OS_CLIENT_CONFIG_FILE", "/nowhere/clouds.yaml"}, "no file /nowhere/clouds.yaml"},
		{"a CA that is not there", "broken-ca", nil, "/nowhere/ca.pem"},
		{"a CA of the environment that is not there", "prod", []string{"OS_CACERT", "/nowhere/env.pem"}, "/nowhere/env.pem"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := session.ReadLogin(row.cloud, environment(t, row.env...))
			require.ErrorContains(t, err, row.says)
		})
	}
}
