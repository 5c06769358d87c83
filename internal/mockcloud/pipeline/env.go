package pipeline

import (
	"sync"
	"sync/atomic"

	"plumbline/internal/mockcloud/answercache"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/shares"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/tokens"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/settings"
)

// Env is what all services of one mock cloud share.
type Env struct {
	Clock     clock.Clock
	IDs       ids.Source
	Policy    *policy.Policy
	Store     *state.Store
	Lifecycle clock.Lifecycle
	Profile   openapi.Profile
	// Documents are those that drive the services; nil are the embedded ones.
	Documents *openapi.Documents
	// Maxima are the newest microversions that services start with; without one it is the newest of the documents.
	Maxima map[openapi.Service]openapi.Version
	// Region is the region's name in the catalogue.
	Region string
	// BaseURL replaces scheme and host as the client reached them; "" for none.
	BaseURL string
	// SelfCheck checks each answer against its document.
	SelfCheck bool
	// Strict has operations that the mock does not perform yet answer 501, instead of what an older service answers.
	Strict bool
	// Unimplemented, when set, is told of each request for such an operation ("GET /os-hosts").
	Unimplemented func(s openapi.Service, operation string, at openapi.Version)

	Mutant  *Mutant
	Journal *journal.Journal
	Faults  *faults.Rules
	// Shares is set by benchmarks, nil otherwise.
	Shares *shares.Shares

	async map[string]asyncOf
	// readWith holds the ReadWith functions of the services.
	readWith []func(txn *state.Txn, id string) []string
	// services holds the services that NewHandler prepared, by name.
	services map[openapi.Service]*serving
	settings atomic.Pointer[settings.Settings]
	settle   sync.Mutex   // guards the two below against being computed from an older moment
	due      atomic.Int64 // when the next event is due, unix nanoseconds; never: math.MaxInt64
	reads    atomic.Int64 // how many events wait for reads
	running  sync.Mutex   // due events run one after another
	kept     answercache.Cache[wholeKey, *rendered]
	pieces   answercache.Cache[pieceKey, *rendered]
	tokens   tokens.Cache
}

// Settings answers the settings in force.
func (e *Env) Settings() settings.Settings {
	if s := e.settings.Load(); s != nil {
		return *s
	}
	return settings.Default()
}

// Choose replaces the settings; they are in force at once, also for answers that were kept.
func (e *Env) Choose(s settings.Settings) {
	e.settings.Store(&s)
	e.Forget()
}

// MostPerPage is the greatest number of items of a list.
func (e *Env) MostPerPage() int {
	if most := e.Settings().MaxLimit; most > 0 {
		return most
	}
	return settings.Default().MaxLimit
}

// ReservedGiB is the disk that each host reserves for itself, in whole GiB.
func (e *Env) ReservedGiB() int { return (e.Settings().ReservedDisk + 1023) / 1024 }

// grant finds the user, project and roles of a token; nil for a token that is unknown, expired or revoked.
func (e *Env) grant(token string) *tokens.Grant { return e.tokens.Find(e.Store, e.Clock.Now(), token) }

// Chain answers the documents of a service in the mock's profile, changed by the mutant if there is one.
func (e *Env) Chain(s openapi.Service) (*openapi.Chain, error) {
	if e.Mutant != nil && e.Mutant.Chain[s] != nil {
		return e.Mutant.Chain[s], nil
	}
	return e.Documents.Chain(s, e.Profile)
}

// Notify records a notification in the transaction: it is sent if the transaction is committed. Its payload is made of the
// records as they are now, when somebody looks; nil for none.
func (x *Exchange) Notify(publisher, kind, priority string, payload func() any) {
	state.Notifications.Insert(x.Txn, &state.Notification{
		Serial: x.Txn.Next("notifications"), ID: x.Env.IDs.UUID(), Time: x.Now(), Publisher: publisher, Type: kind, Priority: priority,
		Make: payload,
	})
}
