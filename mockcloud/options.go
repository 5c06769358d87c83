package mockcloud

import (
	"fmt"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// Option is an option of New.
type Option func(*setup.Cloud) error

// WithProfile sets the profile: "shipped" (the default), or "specified".
func WithProfile(p openapi.Profile) Option {
	return func(o *setup.Cloud) (err error) { o.Env.Profile, err = openapi.ParseProfile(string(p)); return err }
}

// WithMaximum makes a service as old as a release: "compute" "2.93" and "block-storage" "3.70" are Zed, "2.100" and "3.71" Epoxy. The
// default, and the meaning of "", is the newest known one. It can be changed later: see Control.SetMaximum.
func WithMaximum(s openapi.Service, newest string) Option {
	return func(o *setup.Cloud) error {
		v, err := openapi.ParseVersion(newest)
		if err != nil {
			return fmt.Errorf("newest microversion of %s: %w", s, err)
		}
		if o.Env.Maxima == nil {
			o.Env.Maxima = map[openapi.Service]openapi.Version{}
		}
		o.Env.Maxima[s] = v
		return nil
	}
}

// WithSeed sets the contents at the start; the default is seed.Default.
func WithSeed(s seed.Seed) Option { return func(o *setup.Cloud) error { o.Seed = s; return nil } }

// WithClock sets the cloud's clock; the default is the machine's. A clock.Manual stands still until it is advanced.
func WithClock(c clock.Clock) Option {
	return func(o *setup.Cloud) error { o.Env.Clock = c; return nil }
}

// WithRandomSeed makes runs reproducible: two clouds with the same number give the same ids to the same requests. By default ids are
// random.
func WithRandomSeed(n uint64) Option {
	return func(o *setup.Cloud) error { o.Env.IDs = ids.Seeded(n); return nil }
}

// WithLifecycle sets when accepted work is finished; the default is at once.
func WithLifecycle(l clock.Lifecycle) Option {
	return func(o *setup.Cloud) error { o.Env.Lifecycle = l; return nil }
}

// WithPolicy sets the services' policy defaults: "new" (the default) or "legacy".
func WithPolicy(mode string) Option {
	return func(o *setup.Cloud) (err error) { o.Policy, err = policy.ParseMode(mode); return err }
}

// WithSettings sets the settings of the cloud's operator; the default is settings.Default.
func WithSettings(s settings.Settings) Option {
	return func(o *setup.Cloud) error { o.Env.Choose(s); return nil }
}

// WithBaseURL sets the URL with which links and the catalogue begin, whatever Host clients use.
func WithBaseURL(url string) Option {
	return func(o *setup.Cloud) error { o.Env.BaseURL = url; return nil }
}

// WithControlToken sets the token that the control API requires of each caller over HTTP, on the loopback interface too. Without one,
// Listen generates one for other addresses: see Cloud.ControlToken.
func WithControlToken(token string) Option {
	return func(o *setup.Cloud) error {
		o.ControlToken = token
		return control.CheckToken(token)
	}
}

// WithStrict makes operations that the mock does not perform yet answer 501; otherwise they are answered as by a service that is
// older than the operation. Either way the answer has the header X-Plumbline-Unimplemented.
func WithStrict(on bool) Option {
	return func(o *setup.Cloud) error { o.Env.Strict = on; return nil }
}

// WithJournal sets the number of exchanges in the journal; the default is 1000, 0 is none.
func WithJournal(n int) Option {
	return func(o *setup.Cloud) error {
		if n < 0 {
			return fmt.Errorf("a journal of %d exchanges", n)
		}
		o.Journal = n
		return nil
	}
}

// WithWholeJournal makes the journal keep enough to judge a client by it (Control.CheckClient): 50,000 exchanges, and bodies of up to
// 4 MiB. It takes some 20 MB from the start.
func WithWholeJournal() Option {
	return func(o *setup.Cloud) error {
		o.Journal, o.WholeJournal = max(o.Journal, 50_000), true
		return nil
	}
}
