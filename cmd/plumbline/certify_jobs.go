package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/steps"
	"plumbline/steps/target"
)

// job is one run: one target in one profile.
type job struct{ options steps.Options }

// jobs says which runs the flags ask for.
func (f *targetFlags) jobs(ctx context.Context) ([]job, error) {
	base, err := f.base()
	if err != nil {
		return nil, err
	}
	switch {
	case f.target == "mock" || f.target == "" && !f.namesCloud():
		return f.embeddedJobs(base)
	case f.target != "":
		return f.mockJobs(ctx, base)
	}
	return f.cloudJobs(base)
}

// namesCloud tells whether the flags or the environment name a cloud.
func (f *targetFlags) namesCloud() bool {
	return f.cloud != "" || f.streams.Env["OS_CLOUD"] != "" || f.streams.Env["OS_AUTH_URL"] != ""
}

// cloudJobs certify a cloud of clouds.yaml or of the OS_* variables.
func (f *targetFlags) cloudJobs(base steps.Options) ([]job, error) {
	profiles, err := parseProfiles(f.profile, openapi.Shipped)
	if err != nil {
		return nil, err
	}
	if base.Target, err = f.cloudTarget(base.Target); err != nil {
		return nil, err
	}
	return each(base, profiles), nil
}

// cloudTarget reads the credentials of the given user and of the named actors.
func (f *targetFlags) cloudTarget(c target.Config) (target.Config, error) {
	env := f.trustEnv()
	login, err := target.ReadLogin(f.cloud, env)
	if err != nil {
		return c, usage(err)
	}
	c.Kind, c.Login, c.Name = target.Real, login, login.Options.IdentityEndpoint
	if name := f.cloud; name != "" {
		c.Name = fmt.Sprintf("%s (%s)", name, login.Options.IdentityEndpoint)
	}
	c.Actors = map[string]target.Login{}
	for _, a := range f.actors {
		name, cloud, ok := strings.Cut(a, "=")
		if !ok || !slices.Contains(target.Actors(), name) {
			return c, usage(fmt.Errorf("--actor %s: want NAME=CLOUD, NAME one of %s", a, strings.Join(target.Actors(), ", ")))
		}
		if c.Actors[name], err = target.ReadNamedLogin(cloud, env); err != nil {
			return c, usage(fmt.Errorf("--actor %s: %w", a, err))
		}
	}
	f.warnInsecure(c)
	return c, nil
}

func each(base steps.Options, profiles []openapi.Profile) []job {
	var out []job
	for _, p := range profiles {
		o := base
		o.Profile = p
		out = append(out, job{o})
	}
	return out
}

// digests name what a run was made from.
func digests() eventlog.Digests {
	d := eventlog.Digests{Documents: openapi.Digest(), Rules: reports.Rules()}
	if digest, err := openapi.DigestFS(features.FS); err == nil {
		d.Features = digest
	}
	if path, err := os.Executable(); err == nil {
		d.Binary, _ = fileDigest(path) // unreadable: left out
	}
	return d
}

func fileDigest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
