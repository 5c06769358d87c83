package programs

import (
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

func UnshelveClients(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` runs openstack server unshelve (.+) on the server$`, func(who, options string) error {
		words := []string{"--os-compute-api-version", "2.91", "server", "unshelve"}
		for _, word := range strings.Fields(options) {
			words = append(words, placeNamed(w, word))
		}
		program := w.Env().Target.Capabilities()[target.OpenStackClient].Evidence
		return act(w, who, "unshelve", program, append(words, w.Noun("server", "").ID)...)
	})
	s.When(`^the `+phrases.Actor+` calls (novaclient|the SDK)'s rebuild with image (\w+) on the server$`,
		func(who, library, image string) error {
			return callRebuild(w, who, library, phrases.ImageID(w, image))
		})
	s.When(`^the `+phrases.Actor+` calls novaclient's unshelve with (.+) on the server$`, func(who, arguments string) error {
		return callNovaClient(w, who, arguments)
	})
}

// placeNamed is the real name of a zone or a host; any other word is taken as it is.
func placeNamed(w *world.World, word string) string {
	switch {
	case strings.HasPrefix(word, "host"):
		return fixtures.Host(w, word).Host
	case word == "other":
		return fixtures.OtherHost(w).Host
	case strings.HasPrefix(word, "AZ"):
		return fixtures.Zone(w, word)
	}
	return word
}

// novaSession is a Python program that logs novaclient in with the OS_* variables.
const novaSession = `import os, sys
from keystoneauth1 import loading, session
from novaclient import client
options = {"auth_url": os.environ["OS_AUTH_URL"], "user_id": os.environ["OS_USER_ID"],
           "password": os.environ["OS_PASSWORD"], "project_id": os.environ["OS_PROJECT_ID"]}
auth = loading.get_plugin_loader("password").load_from_options(**options)
verify = os.environ.get("OS_INSECURE") != "true" and (os.environ.get("OS_CACERT") or True)
cert = os.environ.get("OS_CERT") and (os.environ["OS_CERT"], os.environ.get("OS_KEY") or os.environ["OS_CERT"])
`

// unshelveScript calls the library's unshelve. Its arguments are the server's id, then "name=value" for each parameter; the
// value None becomes None.
const unshelveScript = novaSession +
	`nova = client.Client("2.91", session=session.Session(auth=auth, verify=verify, cert=cert or None), region_name=os.environ.get("OS_REGION_NAME"))
arguments = dict(word.split("=", 1) for word in sys.argv[2:])
nova.servers.unshelve(sys.argv[1], **{name: None if value == "None" else value for name, value in arguments.items()})
`

// callNovaClient runs unshelveScript with the arguments of a sentence ("availability_zone None, host host1"; "nothing").
func callNovaClient(w *world.World, who, arguments string) error {
	words := []string{"-c", unshelveScript, w.Noun("server", "").ID}
	for _, argument := range strings.Split(arguments, ", ") {
		if name, value, found := strings.Cut(argument, " "); found {
			words = append(words, name+"="+placeNamed(w, value))
		}
	}
	return act(w, who, "unshelve", w.Env().Target.Capabilities()[target.NovaClient].Evidence, words...)
}
