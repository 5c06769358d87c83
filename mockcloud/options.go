package mockcloud

import (
	"fmt"
	"time"

	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/control"
	"plumbline/mockcloud/ids"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/seed"
	"plumbline/openapi"
)

// Option is a choice about a new cloud.
type Option func(*options) error

type options struct {
	env     pipeline.Env
	seed    seed.Seed
	policy  policy.Mode
	control bool
	token   string
	journal int
	dataDir string
	whole   bool
}

// WithProfile chooses the contract: what shipped (the default), or what the specifications say.
func WithProfile(p openapi.Profile) Option {
	return func(o *options) (err error) { o.env.Profile, err = openapi.ParseProfile(string(p)); return err }
}

// WithMaxMicroversion makes compute as old as a release: 2.93 is Zed, 2.100 Epoxy. The default is the newest known.
func WithMaxMicroversion(v openapi.Version) Option { return WithMaximum(openapi.Compute, v) }

// WithMaximum makes a service as old as a release: block storage 3.70 is Zed, 3.71 Epoxy. The default, and what zero
// means, is the newest known. It can be changed later: see control.Control.SetMaximum.
func WithMaximum(s openapi.Service, v openapi.Version) Option {
	return func(o *options) error {
		if o.env.Maxima == nil {
			o.env.Maxima = map[openapi.Service]openapi.Version{}
		}
		o.env.Maxima[s] = v
		return nil
	}
}

// WithSeed says what there is at the start; the default is seed.Default.
func WithSeed(s seed.Seed) Option { return func(o *options) error { o.seed = s; return nil } }

// WithClock gives the cloud its time; the default is the machine's. A clock.Manual stands still until it is advanced.
func WithClock(c clock.Clock) Option { return func(o *options) error { o.env.Clock = c; return nil } }

// WithIDs makes identifiers; ids.Seeded makes runs reproducible. The default is random.
func WithIDs(s ids.Source) Option { return func(o *options) error { o.env.IDs = s; return nil } }

// WithLifecycle says when accepted work is finished; the default is clock.Immediate.
func WithLifecycle(l clock.Lifecycle) Option {
	return func(o *options) error { o.env.Lifecycle = l; return nil }
}

// WithPolicy chooses the services' policy defaults: "new" (the default) or "legacy".
func WithPolicy(mode string) Option {
	return func(o *options) (err error) { o.policy, err = policy.ParseMode(mode); return err }
}

// WithSettings says what the operator of the cloud has chosen; the default is pipeline.DefaultSettings.
func WithSettings(s pipeline.Settings) Option {
	return func(o *options) error { o.env.Choose(s); return nil }
}

// WithShelvedOffloadTime says how long a shelved server stays on its host: 0 (the default) not at all, below 0 for good.
func WithShelvedOffloadTime(d time.Duration) Option {
	return func(o *options) error {
		s := o.env.Settings()
		s.ShelvedOffloadTime = d
		o.env.Choose(s)
		return nil
	}
}

// WithBaseURL makes links and the catalogue begin with a URL, whatever Host clients use.
func WithBaseURL(url string) Option {
	return func(o *options) error { o.env.BaseURL = url; return nil }
}

// WithMutant breaks rules on purpose.
func WithMutant(m pipeline.Mutant) Option {
	return func(o *options) error { o.env.Mutant = &m; return nil }
}

// WithShares adds up what exchanges spend their time on, for benchmarks that send one request at a time.
func WithShares(s *pipeline.Shares) Option {
	return func(o *options) error { o.env.Shares = s; return nil }
}

// WithoutControl leaves the control API out; Cloud.Control still works.
func WithoutControl() Option { return func(o *options) error { o.control = false; return nil } }

// WithControlToken has the control API ask each caller over HTTP for a token, on the loopback interface too. Without one,
// Listen makes one up for other addresses: see Cloud.ControlToken.
func WithControlToken(token string) Option {
	return func(o *options) error {
		o.token = token
		return control.CheckToken(token)
	}
}

// WithSelfCheck says whether each answer is checked against its document (the default) or not.
func WithSelfCheck(on bool) Option {
	return func(o *options) error { o.env.SelfCheck = on; return nil }
}

// WithDataDir keeps the cloud's state in a directory, which is made if there is none: what a request has written is on disk before it
// is answered, and the next cloud with the same directory goes on from there. See package durable for what is
// kept. Close the cloud at the end. Ids must be random: seeded ones would come a second time.
func WithDataDir(dir string) Option {
	return func(o *options) error {
		if dir == "" {
			return fmt.Errorf("a data directory without a name")
		}
		o.dataDir = dir
		return nil
	}
}

// WithJournal says how many exchanges the journal remembers; the default is 1000, 0 is none.
func WithJournal(n int) Option {
	return func(o *options) error {
		if n < 0 {
			return fmt.Errorf("a journal of %d exchanges", n)
		}
		o.journal = n
		return nil
	}
}

// WithWholeJournal makes the journal remember enough to judge a client by it (package clientcheck): 50,000 exchanges, and
// bodies of up to 4 MiB. It takes some 20 MB from the start.
func WithWholeJournal() Option {
	return func(o *options) error {
		o.journal, o.whole = max(o.journal, 50_000), true
		return nil
	}
}
