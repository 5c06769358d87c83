package mock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/memory"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/intake"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// mockFlags are the flags of `plumbline mock`.
type mockFlags struct {
	listen, profile, newest, policy, lifecycle string
	seedFile, seedFrom, clouds, baseURL        string
	token, serverID, dataDir, features         string
	servers, journal                           int
	shelvedOffloadTime, maxLimit               int
	randomSeed                                 int64
	noControl, noSelfCheck, printSeed          bool
	strict, unimplemented                      bool
	secure                                     secureFlags
}

func NewCommand(s cli.Streams) *cobra.Command {
	var f mockFlags
	cmd := &cobra.Command{
		Use:   "mock",
		Short: "Serve a mock cloud: identity, compute, image, network, block storage, placement and orchestration on one address",
		Long: `Serves a mock cloud until it is interrupted. Log in at URL/identity/v3 as admin, manager, member, member2,
reader (project demo), outsider, outsider-admin (project alt), service, system-admin or system-reader; the password is
"secret". What is there at the start comes from a seed; --print-seed prints the built-in one. Tests steer the cloud at
URL/_plumbline/, and a browser shows it there. Where other machines can reach the mock this control API asks for a token.`,
		Example: `  plumbline mock --write-clouds-yaml clouds.yaml     then: OS_CLIENT_CONFIG_FILE=clouds.yaml OS_CLOUD=mock openstack server list
  plumbline mock --max-microversion 2.93 --policy legacy       like the Zed release
  plumbline mock --lifecycle after=2s                          servers take two seconds to build
  plumbline mock --max-limit 2                                 lists have pages of two: does a client follow their links?
  plumbline mock --data-dir state                              goes on from where it was, also after a crash
  plumbline mock --print-seed > seed.yaml; plumbline mock --seed seed.yaml
  plumbline mock --seed-from prod > seed.yaml; plumbline mock --seed seed.yaml     with the flavors, images, networks of a cloud
  plumbline mock --tls-self-signed tls --write-clouds-yaml clouds.yaml     over TLS; clouds.yaml names the authority
  PLUMBLINE_CONTROL_TOKEN=$(openssl rand -hex 16) plumbline mock --listen 0.0.0.0:8774`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.printSeed {
				_, err := s.Out.Write(seed.DefaultYAML())
				return err
			}
			if f.seedFrom != "" {
				return seedFrom(cmd.Context(), s, f.seedFrom)
			}
			if f.unimplemented {
				return listUnimplemented(s, f.profile)
			}
			return serveMock(cmd.Context(), s, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:8774", "`address` to serve on; port 0 takes any free one")
	flags.StringVar(&f.profile, "profile", "shipped", "`contract` to follow: shipped or specified")
	cli.RegisterFeatures(cmd, &f.features, "folder of specifications whose overlays the mock follows in the profile specified")
	flags.StringVar(&f.newest, "max-microversion", "", "newest compute microversion (`X.Y`); the newest known one by default")
	flags.StringVar(&f.policy, "policy", "new", "policy `defaults`: new, or legacy (a reader may write)")
	flags.StringVar(&f.lifecycle, "lifecycle", "immediate", "when accepted work is finished: immediate, after=DURATION or reads=N")
	flags.IntVar(&f.shelvedOffloadTime, "shelved-offload-time", 0,
		"`seconds` that a shelved server stays on its host; 0 not at all, -1 for good")
	flags.IntVar(&f.maxLimit, "max-limit", 1000,
		"`number` of items that lists of compute and block storage have at most, so that small lists have pages, too")
	flags.StringVar(&f.seedFile, "seed", "", "`file` (YAML) that says what is there at the start")
	flags.StringVar(&f.seedFrom, "seed-from", "",
		"print a seed with the projects, hosts, flavors, images, networks and volume types that this `cloud` of clouds.yaml lists, and end")
	flags.BoolVar(&f.printSeed, "print-seed", false, "print the built-in seed and end")
	flags.StringVar(&f.clouds, "write-clouds-yaml", "", "`file` to write credentials to: clouds mock and mock-ACTOR")
	flags.StringVar(&f.baseURL, "base-url", "", "`URL` that links begin with; by default what the client used")
	flags.BoolVar(&f.noControl, "no-control", false, "leave out the control API (/_plumbline/)")
	flags.BoolVar(&f.noSelfCheck, "no-self-check", false, "do not check answers against the documents")
	flags.BoolVar(&f.strict, "strict", false, "answer 501 to operations that the mock does not perform yet")
	flags.BoolVar(&f.unimplemented, "unimplemented", false, "list the operations that the mock does not perform yet, and end")
	flags.IntVar(&f.journal, "journal", 1000, "how many exchanges the journal remembers")
	flags.Int64Var(&f.randomSeed, "id-seed", -1, "make the same ids in each run, from this `number`")
	flags.IntVar(&f.servers, "seed-servers", 0, "seed so many active servers in project demo")
	flags.StringVar(&f.serverID, "server-id", "", "the `id` of the first of them")
	flags.StringVar(&f.dataDir, "data-dir", "", "`directory` to keep everything in: what was answered is on disk")
	flags.StringVar(&f.token, "token", "", "a `token` that is good from the start, for member in project demo")
	f.secure.register(flags)
	return cmd
}

// options turns the flags into options of the mock.
func (f mockFlags) options() ([]mockcloud.Option, error) {
	profile, err := openapi.ParseProfile(f.profile)
	if err != nil {
		return nil, fmt.Errorf("--profile: %w", err)
	}
	newest, err := openapi.ParseVersion(f.newest)
	if err != nil {
		return nil, fmt.Errorf("--max-microversion: %w", err)
	}
	lifecycle, err := clock.ParseLifecycle(f.lifecycle)
	if err != nil {
		return nil, fmt.Errorf("--lifecycle: %w", err)
	}
	planted, err := f.seed()
	if err != nil {
		return nil, err
	}
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	out := []mockcloud.Option{
		mockcloud.WithProfile(profile), mockcloud.WithMaximum("compute", newest.String()), mockcloud.WithPolicy(f.policy),
		mockcloud.WithLifecycle(lifecycle), mockcloud.WithBaseURL(f.baseURL),
		setup.SelfCheck(!f.noSelfCheck), mockcloud.WithJournal(f.journal),
		mockcloud.WithSettings(settings),
	}
	out = append(out, mockcloud.WithStrict(f.strict))
	if f.features != "" {
		suite, err := cli.OpenSuite(f.features)
		if err != nil {
			return nil, err
		}
		out = append(out, setup.Documents(suite.Documents))
	}
	if f.seedFile != "" || f.servers > 0 || f.token != "" {
		out = append(out, mockcloud.WithSeed(planted))
	}
	if f.dataDir != "" {
		if f.randomSeed >= 0 {
			return nil, errors.New("--id-seed makes the same ids at each start, which are taken in --data-dir then; leave one of them out")
		}
		out = append(out, setup.DataDir(f.dataDir))
	}
	if f.noControl {
		out = append(out, setup.WithoutControl())
	}
	if f.randomSeed >= 0 {
		out = append(out, mockcloud.WithRandomSeed(uint64(f.randomSeed)))
	}
	return out, nil
}

// settings turns the flags into the configuration of the mock's services.
func (f mockFlags) settings() (settings.Settings, error) {
	s := settings.Default()
	if f.maxLimit < 1 {
		return s, fmt.Errorf("--max-limit: a list has at least one item, not %d", f.maxLimit)
	}
	s.ShelvedOffloadTime, s.MaxLimit = time.Duration(f.shelvedOffloadTime)*time.Second, f.maxLimit
	return s, nil
}

// seed reads the seed and adds the servers and the token of the flags.
func (f mockFlags) seed() (seed.Seed, error) {
	planted := seed.Default()
	if f.seedFile != "" {
		var err error
		if planted, err = seed.Read(f.seedFile); err != nil {
			return seed.Seed{}, fmt.Errorf("--%w", err)
		}
	}
	if f.servers < 0 {
		return seed.Seed{}, fmt.Errorf("--seed-servers: %d servers", f.servers)
	}
	if f.servers > 0 {
		planted.Servers = append(planted.Servers, seed.Server{
			Name: "seeded", ID: f.serverID, Count: f.servers, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a",
		})
	}
	if f.token != "" {
		planted.Tokens = append(planted.Tokens, seed.Token{ID: f.token, User: "member", Project: "demo"})
	}
	return planted, nil
}

func serveMock(ctx context.Context, s cli.Streams, f mockFlags) error {
	memory.SpareTheCollector()
	opts, err := f.options()
	if err != nil {
		return err
	}
	token, err := f.secure.controlToken(s.Env)
	if err != nil {
		return err
	}
	how, err := f.secure.open(f.listen, f.baseURL)
	if err != nil {
		return err
	}
	cloud, err := mockcloud.New(append(opts, token, setup.Unimplemented(reportUnimplemented(s.Err)))...)
	if err != nil {
		return err
	}
	defer cloud.Close() //nolint:errcheck // everything is on disk already
	served, err := cloud.Listen(f.listen, how.listen...)
	if err != nil {
		return listenError(f.listen, err)
	}
	defer served.Close() //nolint:errcheck // reported below when it matters
	if f.clouds != "" {
		if err := writeClouds(f.clouds, cloud.CloudsYAML("mock", how.files)); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	how.reload(ctx, s.Err)
	tellToken(s.Err, cloud, f.secure.token, served.URL)
	fmt.Fprintf(s.Out, "plumbline mock is ready: %s (log in at %s/identity/v3 as member, password secret)\n", served.URL, cloud.URL())
	select {
	case <-ctx.Done():
		return served.Close()
	case err := <-served.Done():
		return err
	}
}

func listenError(address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--listen %s: something else listens there already; choose another port, or port 0 for any free one", address)
	}
	return fmt.Errorf("--listen %s: %w", address, err)
}

// writeClouds writes a file with credentials, completely or not at all; it does not overwrite a file that this command did not write.
func writeClouds(path string, content []byte) error {
	first, _, _ := bytes.Cut(content, []byte("\n"))
	old, err := intake.ReadFile(path, intake.Settings)
	switch {
	case err == nil && len(old) > 0 && !bytes.HasPrefix(old, first):
		return fmt.Errorf("--write-clouds-yaml: %s exists and was not written by this command; name another file", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--write-clouds-yaml: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".clouds-*.yaml")
	if err != nil {
		return fmt.Errorf("--write-clouds-yaml: %w", err)
	}
	_, err = temporary.Write(content)
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
		return fmt.Errorf("--write-clouds-yaml: %w", err)
	}
	return nil
}
