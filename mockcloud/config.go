package mockcloud

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/mockcloud/seed"
)

// ClientConfig holds what a client needs to authenticate as an actor.
type ClientConfig struct {
	// AuthURL is identity's versioned root. It is "" until the cloud is served or has a base URL.
	AuthURL  string
	Username string
	Password string
	// ProjectName is "" for a system-scoped actor (System) and for one without any role.
	ProjectName       string
	System            bool
	UserDomainName    string
	ProjectDomainName string
	Region            string
}

// URL is the URL at which the cloud is served, "" when that is not known: see WithBaseURL, Start and Listen.
func (c *Cloud) URL() string {
	if c.env.BaseURL != "" {
		return strings.TrimRight(c.env.BaseURL, "/")
	}
	if u := c.url.Load(); u != nil {
		return *u
	}
	return ""
}

// ClientConfig answers the credentials of a user of the seed, by name: "admin", "manager", "member", "member2", "reader", "outsider",
// "outsider-admin", "service", "system-admin" or "system-reader" in the default seed. The project is demo if the user has a role in
// it, else the first by name of their projects. For an unknown user the answer is the zero value.
func (c *Cloud) ClientConfig(actor string) ClientConfig {
	s := c.control.PresentSeed()
	at := slices.IndexFunc(s.Users, func(u seed.User) bool { return u.Name == actor })
	if at < 0 {
		return ClientConfig{}
	}
	u := s.Users[at]
	config := ClientConfig{
		Username: u.Name, Password: u.Password, UserDomainName: "Default", Region: s.Region,
	}
	if base := c.URL(); base != "" {
		config.AuthURL = base + "/identity/v3"
	}
	if config.ProjectName = defaultProject(u); config.ProjectName != "" {
		config.ProjectDomainName = "Default"
	}
	config.System = config.ProjectName == "" && len(u.System) > 0
	return config
}

// Actors lists the names of all users of the seed.
func (c *Cloud) Actors() []string {
	var out []string
	for _, u := range c.control.PresentSeed().Users {
		out = append(out, u.Name)
	}
	slices.Sort(out)
	return out
}

func defaultProject(u seed.User) string {
	var projects []string
	for p, roles := range u.Roles {
		if len(roles) > 0 {
			projects = append(projects, p)
		}
	}
	slices.Sort(projects)
	switch {
	case slices.Contains(projects, "demo"):
		return "demo"
	case len(projects) > 0:
		return projects[0]
	}
	return ""
}

// ClientFiles are the files that clients need for TLS, as named in clouds.yaml: the authority of the mock's certificate, and a client
// certificate with its key. Empty ones are left out.
type ClientFiles struct{ CA, Cert, Key string }

// CloudsYAML is a clouds.yaml with an entry for each actor, named prefix-ACTOR, and one named prefix, for the member. It contains
// passwords. For a mock behind TLS the entries name the given files.
func (c *Cloud) CloudsYAML(prefix string, tls ...ClientFiles) []byte {
	var files ClientFiles
	if len(tls) > 0 {
		files = tls[0]
	}
	var b strings.Builder
	b.WriteString("# Credentials for a plumbline mock cloud.\nclouds:\n")
	for _, actor := range c.Actors() {
		c.entry(&b, prefix+"-"+actor, actor, files)
		if actor == "member" {
			c.entry(&b, prefix, actor, files)
		}
	}
	return []byte(b.String())
}

func (c *Cloud) entry(b *strings.Builder, name, actor string, files ClientFiles) {
	config := c.ClientConfig(actor)
	fmt.Fprintf(b, "  %q:\n    auth:\n      auth_url: %q\n      username: %q\n      password: %q\n      user_domain_name: %q\n",
		name, config.AuthURL, config.Username, config.Password, config.UserDomainName)
	switch {
	case config.ProjectName != "":
		fmt.Fprintf(b, "      project_name: %q\n      project_domain_name: %q\n", config.ProjectName, config.ProjectDomainName)
	case config.System:
		b.WriteString("      system_scope: all\n")
	}
	fmt.Fprintf(b, "    region_name: %q\n    identity_api_version: \"3\"\n", config.Region)
	for _, f := range [][2]string{{"cacert", files.CA}, {"cert", files.Cert}, {"key", files.Key}} {
		if f[1] != "" {
			fmt.Fprintf(b, "    %s: %q\n", f[0], f[1])
		}
	}
}
