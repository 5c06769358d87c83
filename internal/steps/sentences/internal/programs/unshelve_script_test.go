package programs

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The libraries of the script, as far as it uses them: they say what they were called with.
var libraries = map[string]string{
	"keystoneauth1/__init__.py": "",
	"keystoneauth1/loading.py": "class get_plugin_loader:\n    def __init__(self, name): pass\n    def " +
		"load_from_options(self, **options): return sorted(options)\n",
	"keystoneauth1/session.py": "def Session(auth, verify=True, cert=None): print(auth, verify, cert)\n",
	"novaclient/__init__.py":   "",
	"novaclient/client.py": "class Client:\n    def __init__(self, version, session, region_name): print(version, region_name)\n" +
		"    servers = property(lambda self: self)\n    def unshelve(self, server, **arguments): print(server, arguments)\n",
}

// The script logs in over TLS as the suite itself does: with the authority, the client certificate, or without looking.
func TestTheUnshelveScriptTakesTheTrustOfItsEnvironment(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here: the script cannot be run")
	}
	dir := t.TempDir()
	for name, text := range libraries {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	const auth = "['auth_url', 'password', 'project_id', 'user_id']"
	for _, row := range []struct {
		name  string
		env   []string
		trust string
	}{
		{"nothing said", nil, "True None"},
		{"an authority", []string{"OS_CACERT=/ca.pem"}, "/ca.pem None"},
		{"a client certificate with its key", []string{"OS_CERT=/c.pem", "OS_KEY=/k.pem"}, "True ('/c.pem', '/k.pem')"},
		{"a client certificate that has its key", []string{"OS_CERT=/c.pem"}, "True ('/c.pem', '/c.pem')"},
		{"insecure, whatever authority", []string{"OS_INSECURE=true", "OS_CACERT=/ca.pem"}, "False None"},
	} {
		t.Run(row.name, func(t *testing.T) {
			cmd := exec.Command(python, "-c", unshelveScript, "id", "availability_zone=None", "host=h1")
			cmd.Env = append([]string{
				"PYTHONPATH=" + dir, "OS_AUTH_URL=a", "OS_USER_ID=u", "OS_PASSWORD=p", "OS_PROJECT_ID=p",
				"OS_REGION_NAME=One",
			}, row.env...)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Equal(t, auth+" "+row.trust+"\n2.91 One\nid {'availability_zone': None, 'host': 'h1'}\n", string(out))
		})
	}
}
