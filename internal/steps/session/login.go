package session

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/config/clouds"

	"plumbline/internal/openapi/near"
)

// Login holds the credentials for a token and the choice of endpoints in its catalogue.
type Login struct {
	Options gophercloud.AuthOptions
	// Region limits the catalogue's endpoints; empty takes the first.
	Region string
	// Interface is public, internal or admin.
	Interface string
	// TLS is nil for the system's defaults.
	TLS *tls.Config
	// Trust is what TLS was made from, for client programs.
	Trust Trust
	// Source names the origin of the credentials: "cloud demo of clouds.yaml".
	Source string
}

// ReadLogin reads the credentials of a clouds.yaml entry, or of the OS_* variables alone when cloud and
// OS_CLOUD are empty. Precedence: clouds.yaml, then env, then cloud (a flag). The file is searched where
// OpenStack clients search it: OS_CLIENT_CONFIG_FILE, or ./, ~/.config/openstack, /etc/openstack.
func ReadLogin(cloud string, env map[string]string) (Login, error) {
	return readLogin(cmp.Or(cloud, env["OS_CLOUD"]), env, true)
}

// ReadNamedLogin reads a clouds.yaml entry for a further actor: the OS_* variables that describe one user
// must not turn every actor into the same user, so only the file counts.
func ReadNamedLogin(cloud string, env map[string]string) (Login, error) {
	return readLogin(cloud, env, false)
}

func readLogin(cloud string, env map[string]string, overlay bool) (Login, error) {
	l := Login{Source: "the OS_* variables"}
	if cloud != "" {
		if err := checkFiles(cloud, env); err != nil {
			return Login{}, err
		}
		opts := []clouds.ParseOption{
			clouds.WithCloudName(cloud), clouds.WithLocations(locations(env)...),
			clouds.WithRegion(""), clouds.WithEndpointType(""),
		}
		options, endpoint, config, err := clouds.Parse(opts...)
		if err != nil {
			return Login{}, fmt.Errorf("credentials of cloud %q: %w%s", cloud, err, otherClouds(cloud, locations(env)))
		}
		l = Login{
			Options: options, Region: endpoint.Region, Interface: string(endpoint.Availability), TLS: config,
			Source: "cloud " + cloud + " of clouds.yaml",
		}
	}
	if overlay {
		l.overlay(env)
	}
	if err := l.readTLS(cloud, env); err != nil {
		return Login{}, err
	}
	l.Interface = strings.TrimSuffix(cmp.Or(l.Interface, "public"), "URL")
	if l.Options.IdentityEndpoint == "" {
		return Login{}, fmt.Errorf("no credentials: name an entry of clouds.yaml with --os-cloud (or OS_CLOUD), or set " +
			"OS_AUTH_URL and the other OS_* variables")
	}
	return l, nil
}

// mostClouds is how many names of clouds an error lists.
const mostClouds = 8

// otherClouds says which clouds the first file that exists has, those that a name may have been meant for or else the first ones; "" where
// it has the name, or nothing.
func otherClouds(cloud string, files []string) string {
	file, entries, err := entriesOf(files)
	if _, there := entries[cloud]; err != nil || there || len(entries) == 0 {
		return ""
	}
	names := slices.Sorted(maps.Keys(entries))
	if hint := near.Hint(cloud, names); hint != "" {
		return hint
	}
	list := strings.Join(names[:min(mostClouds, len(names))], ", ")
	if more := len(names) - mostClouds; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("; %s has %s", file, list)
}

// readTLS reads the TLS settings of the cloud. They do not depend on the user, so that the environment applies to every actor.
func (l *Login) readTLS(cloud string, env map[string]string) (err error) {
	if cloud != "" {
		if l.Trust, err = trustOf(cloud, locations(env)); err != nil {
			return err
		}
	}
	if l.TLS != nil { // a client library has already read secure.yaml and profiles
		l.Trust.Insecure = l.Trust.Insecure || l.TLS.InsecureSkipVerify
	}
	l.Trust = l.Trust.overriddenBy(env)
	l.TLS, err = l.Trust.config(l.TLS)
	return err
}

func locations(env map[string]string) []string {
	if file := env["OS_CLIENT_CONFIG_FILE"]; file != "" {
		return []string{file}
	}
	config := env["XDG_CONFIG_HOME"]
	if config == "" {
		config = filepath.Join(env["HOME"], ".config")
	}
	return []string{"clouds.yaml", filepath.Join(config, "openstack", "clouds.yaml"), "/etc/openstack/clouds.yaml"}
}

// overlay replaces values of the file with those of the environment. A project in the environment replaces the file's whole
// scope, so that no mixture of both can result.
func (l *Login) overlay(env map[string]string) {
	o := &l.Options
	set := func(field *string, names ...string) {
		for _, name := range names {
			if v := env[name]; v != "" {
				*field = v
				return
			}
		}
	}
	set(&o.IdentityEndpoint, "OS_AUTH_URL")
	if env["OS_USERNAME"] != "" || env["OS_USER_ID"] != "" {
		o.Username, o.UserID = env["OS_USERNAME"], env["OS_USER_ID"]
		o.DomainID, o.DomainName = env["OS_USER_DOMAIN_ID"], env["OS_USER_DOMAIN_NAME"]
		if o.UserID == "" && o.DomainID == "" && o.DomainName == "" {
			o.DomainID = cmp.Or(env["OS_DEFAULT_DOMAIN"], "default")
		}
	}
	set(&o.Password, "OS_PASSWORD")
	set(&o.TokenID, "OS_TOKEN", "OS_AUTH_TOKEN")
	set(&o.ApplicationCredentialID, "OS_APPLICATION_CREDENTIAL_ID")
	set(&o.ApplicationCredentialName, "OS_APPLICATION_CREDENTIAL_NAME")
	set(&o.ApplicationCredentialSecret, "OS_APPLICATION_CREDENTIAL_SECRET")
	set(&l.Region, "OS_REGION_NAME")
	set(&l.Interface, "OS_INTERFACE", "OS_ENDPOINT_TYPE")
	if scope := scopeOf(env); scope != nil {
		o.Scope, o.TenantID, o.TenantName = scope, "", ""
	}
}

func scopeOf(env map[string]string) *gophercloud.AuthScope {
	domainID, domainName := env["OS_PROJECT_DOMAIN_ID"], env["OS_PROJECT_DOMAIN_NAME"]
	switch {
	case env["OS_PROJECT_ID"] != "":
		return &gophercloud.AuthScope{ProjectID: env["OS_PROJECT_ID"]}
	case env["OS_PROJECT_NAME"] != "":
		if domainID == "" && domainName == "" {
			domainID = cmp.Or(env["OS_DEFAULT_DOMAIN"], "default")
		}
		return &gophercloud.AuthScope{ProjectName: env["OS_PROJECT_NAME"], DomainID: domainID, DomainName: domainName}
	case env["OS_SYSTEM_SCOPE"] == "all":
		return &gophercloud.AuthScope{System: true}
	}
	return nil
}
