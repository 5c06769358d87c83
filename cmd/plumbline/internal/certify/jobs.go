package certify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/steps"
)

// job is one run: one target in one profile.
type job struct{ options steps.Options }

// jobs makes the jobs of the flags.
func (f *TargetFlags) jobs(ctx context.Context) ([]job, error) {
	base, err := f.commonOptions()
	if err != nil {
		return nil, err
	}
	switch {
	case f.Target == "mock" || f.Target == "" && !f.namesCloud():
		return f.embeddedJobs(base)
	case f.Target != "":
		return f.mockJobs(ctx, base)
	}
	return f.cloudJobs(base)
}

// namesCloud tells whether the flags or the environment name a cloud.
func (f *TargetFlags) namesCloud() bool {
	return f.Cloud != "" || f.Streams.Env["OS_CLOUD"] != "" || f.Streams.Env["OS_AUTH_URL"] != ""
}

// cloudJobs makes the jobs for a cloud of clouds.yaml or of the OS_* variables.
func (f *TargetFlags) cloudJobs(base steps.Options) ([]job, error) {
	profiles, err := cli.ParseProfiles(f.profile, openapi.Shipped)
	if err != nil {
		return nil, err
	}
	if base.Target, err = f.cloudTarget(base.Target); err != nil {
		return nil, err
	}
	return jobPerProfile(base, profiles), nil
}

// cloudTarget reads the credentials of the given user and of the named actors.
func (f *TargetFlags) cloudTarget(c steps.Target) (steps.Target, error) {
	env := f.trustEnv()
	login, err := steps.ReadLogin(f.Cloud, env)
	if err != nil {
		return c, cli.Usage(err)
	}
	c.Kind, c.Login, c.Name = steps.Real, login, shownURL(login.Options.IdentityEndpoint)
	if name := f.Cloud; name != "" {
		c.Name = fmt.Sprintf("%s (%s)", name, shownURL(login.Options.IdentityEndpoint))
	}
	c.Actors = map[string]steps.Login{}
	for _, a := range f.Actors {
		name, cloud, err := parseActor(a)
		if err != nil {
			return c, cli.Usage(err)
		}
		if c.Actors[name], err = session.ReadNamedLogin(cloud, env); err != nil {
			return c, cli.Usage(fmt.Errorf("--actor %s: %w", a, err))
		}
	}
	f.warnInsecure(c)
	return c, nil
}

// parseActor reads a value of --actor, NAME=CLOUD.
func parseActor(value string) (name, cloud string, err error) {
	name, cloud, ok := strings.Cut(value, "=")
	if !ok || !slices.Contains(playable(), name) {
		return "", "", fmt.Errorf("--actor %s: want NAME=CLOUD, NAME one of %s%s", value, strings.Join(playable(), ", "),
			near.Hint(name, playable()))
	}
	return name, cloud, nil
}

// playable are the actors that an entry of clouds.yaml can play: all but nobody, who has no token.
func playable() []string {
	return slices.DeleteFunc(slices.Clone(target.Actors()), func(name string) bool { return name == "nobody" })
}

// shownURL is a URL without its password, to name the target in every file of a report.
func shownURL(raw string) string { return redact.New().URL(raw) }

func jobPerProfile(base steps.Options, profiles []openapi.Profile) []job {
	var out []job
	for _, p := range profiles {
		o := base
		o.Profile = p
		out = append(out, job{o})
	}
	return out
}
