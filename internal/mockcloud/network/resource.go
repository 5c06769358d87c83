package network

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// resource declares a plain resource of the network service. Its record's fields declare what requests may set and, without a View,
// what answers contain. Owner, times, revision, tags and sharing are handled if the record has them.
type resource[T any] struct {
	Noun, Plural, Param string
	Table               *state.Table[T]
	// New makes a record with the defaults.
	New func() *T
	// Sees tells who may see a record besides its owner, administrators and those it is shared with.
	Sees func(*pipeline.Exchange, *T) bool
	View func(*pipeline.Exchange, *T) any
	// Created is the view in the answer to a creation, if it differs, Changed the one in the answer to a change.
	Created, Changed func(*pipeline.Exchange, *T) any
	// Made completes and checks a record that is created or changed.
	Made func(*pipeline.Exchange, *change[T]) *pipeline.Fault
	// Parent is the path's parameter that names the record that this one is a part of.
	Parent string
	// Fixed tells that records cannot be changed.
	Fixed bool
	Then  func(x *pipeline.Exchange, before, after *T)
	Keep  []pipeline.StepOf[T]
	With  func(*pipeline.Exchange, *T)
	// Prepare runs before a list; it may write.
	Prepare func(*pipeline.Exchange)
}

// change is a record that is created (Before is nil) or changed.
type change[T any] struct {
	Before, After *T
	sent          body.Object
}

// Given tells whether the request contains a key, null or not.
func (c *change[T]) Given(key string) bool {
	_, there := c.sent[key]
	return there
}

// declared is a resource with its collection.
type declared[T any] struct {
	*collection.Of[T, edit[T], edit[T]]
	is    resource[T]
	known *attributes.Set
}

func declare[T any](r resource[T]) *declared[T] {
	d := &declared[T]{is: r, known: attributes.Of(reflect.TypeFor[T](), r.Noun)}
	d.Of = &collection.Of[T, edit[T], edit[T]]{
		In: plain, Noun: r.Noun, Plural: r.Plural, Param: r.Param, Table: r.Table,
		Owner: func(t *T) policy.Target { return policy.Target{ProjectID: ownerOf(t)} },
		Sees:  d.canSee, View: d.view, Created: d.showRecord(r.Created), Changed: d.showRecord(r.Changed), Then: r.Then,
		Prepare: r.Prepare, Writes: r.Prepare != nil,
		New:     d.make,
		Deletes: true, With: d.deleteDependents,
		Keep: append([]pipeline.StepOf[T]{{Name: "refuse another revision", Run: d.checkRevision}}, r.Keep...),
	}
	if !r.Fixed {
		d.Change = d.alter
	}
	if r.View == nil {
		d.View = func(x *pipeline.Exchange, t *T) any { return d.answeredRecord(x, t) }
	}
	return d
}

// Operations holds the operations on the resource; several records can be created by one request.
func (d *declared[T]) Operations() pipeline.OperationSet {
	set := d.Of.Operations()
	if d.is.Parent == "policy_id" || strings.HasPrefix(d.Noun, "alias_") {
		for param, find := range set.Lookups {
			set.Lookups[param] = func(x *pipeline.Exchange, id string) *pipeline.Fault {
				if find(x, id) != nil {
					return faults.New(404, "QosRuleNotFound", "QoS rule %s for policy %s could not be found.", id, x.Params.Get("policy_id"))
				}
				return nil
			}
		}
	}
	id := strings.ReplaceAll(d.Plural, "_", "-") + ".create"
	one := set.Operations[id]
	many := pipeline.OperationOf[several[T]]{
		Steps: []pipeline.StepOf[several[T]]{{Name: one.Steps[0].Name, Run: d.makeAll}},
		Answer: func(x *pipeline.Exchange, w *several[T]) (*pipeline.Response, *pipeline.Fault) {
			view := d.View
			if d.Created != nil {
				view = d.Created
			}
			if _, single := body.ObjectIn(x.Body)[d.Noun]; single {
				return plain.AnswerRecord(x, 201, d.Noun, view(x, w.made[0])), nil
			}
			var views []any
			for _, r := range w.made {
				views = append(views, view(x, r))
			}
			return pipeline.Answer(201, d.Plural, views), nil
		},
	}.Operation()
	many.Formats, many.Policy = one.Formats, one.Policy
	set.Operations[id] = many
	return set
}

// several holds the values that the steps of a creation share.
type several[T any] struct {
	Body any `body:""`
	made []*T
}

func (d *declared[T]) makeAll(x *pipeline.Exchange, w *several[T]) *pipeline.Fault {
	return d.known.Each(x, d.Noun, func(sent body.Object) *pipeline.Fault {
		r, f := d.make(x, &edit[T]{sent})
		if f != nil {
			return f
		}
		d.Table.Insert(x.Txn, r)
		x.SetSubject(r, d.Owner(r))
		w.made = append(w.made, r)
		return nil
	})
}

func (d *declared[T]) make(x *pipeline.Exchange, e *edit[T]) (*T, *pipeline.Fault) {
	r := new(T)
	if d.is.New != nil {
		r = d.is.New()
	}
	c := &change[T]{After: r, sent: e.sent}
	attributes.Apply(r, d.known, c.sent)
	own := ownOf(r)
	own.ID, own.ProjectID = x.Env.IDs.UUID(), cmp.Or(own.ProjectID, own.TenantID, x.Caller.ProjectID)
	own.TenantID = own.ProjectID
	if p := partOf(r); p != nil {
		p.ID, p.Parent = own.ID, x.Params.Get(d.is.Parent)
	}
	if s := stampOf(r); s != nil {
		s.Stamp().Created, s.Stamp().Updated, s.Stamp().Revision = x.Now(), x.Now(), s.FirstRevision()
	}
	if f := checkQuota(x, d.Noun, own.ProjectID); f != nil {
		return nil, f
	}
	if d.is.Made != nil {
		if f := d.is.Made(x, c); f != nil {
			return nil, f
		}
	}
	d.makePolicies(x, nil, r)
	return r, nil
}

func (d *declared[T]) alter(x *pipeline.Exchange, r *T, e *edit[T]) *pipeline.Fault {
	if f := d.checkRevision(x, r); f != nil {
		return f
	}
	before := *r
	c := &change[T]{Before: &before, After: r, sent: e.sent}
	attributes.Apply(r, d.known, c.sent)
	if d.is.Made != nil {
		if f := d.is.Made(x, c); f != nil {
			return f
		}
	}
	if len(c.sent) > 0 || slices.Contains(countedEmpty, d.Noun) || !reflect.DeepEqual(before, *r) {
		markChanged(x, r)
	}
	d.makePolicies(x, &before, r)
	return nil
}

// countedEmpty are the resources of which a request for no change counts as one; of all others one that says something does, even what is
// so already.
var countedEmpty = []string{"port", "floatingip", "subnetpool"}

// checkRevision refuses a request for a revision other than the present one (If-Match: revision_number=N).
func (d *declared[T]) checkRevision(x *pipeline.Exchange, r *T) *pipeline.Fault {
	s := stampOf(r)
	wanted, asked := strings.CutPrefix(x.Header("If-Match"), "revision_number=")
	if s == nil || !asked {
		return nil
	}
	if now := revision(s); wanted != strconv.Itoa(now) {
		return faults.New(412, "RevisionNumberConstraintFailed", "Constrained to %s, but current revision is %d", wanted, now)
	}
	return nil
}

// markChanged sets a record's time of update and increments its revision.
func markChanged(x *pipeline.Exchange, r any) {
	if s := stampOf(r); s != nil {
		s.Stamp().Updated, s.Stamp().Revision = x.Now(), revision(s)+1
	}
}

func revision(s standard) int { return max(s.FirstRevision(), s.Stamp().Revision) }

func ownerOf(r any) string { return ownOf(r).ProjectID }

// answeredRecord is a record prepared for answers: with the tenant's id, the revision, and shared set if it is shared with the
// caller.
func (d *declared[T]) answeredRecord(x *pipeline.Exchange, r *T) *T {
	seen := *r
	own := ownOf(&seen)
	own.TenantID = own.ProjectID
	if s := stampOf(&seen); s != nil {
		s.Stamp().Revision = revision(s)
	}
	if shared := sharingOf(&seen); shared != nil && !*shared {
		*shared = isSharedWith(x, d.Noun, own.ID)
	}
	return &seen
}

func (d *declared[T]) view(x *pipeline.Exchange, r *T) any {
	return d.is.View(x, d.answeredRecord(x, r))
}

// showRecord prepares the records for a view; nil for a nil view.
func (d *declared[T]) showRecord(view func(*pipeline.Exchange, *T) any) func(*pipeline.Exchange, *T) any {
	if view == nil {
		return nil
	}
	return func(x *pipeline.Exchange, r *T) any { return view(x, d.answeredRecord(x, r)) }
}

func (d *declared[T]) canSee(x *pipeline.Exchange, r *T) bool {
	if p := partOf(r); p != nil {
		return d.is.Parent == "" || p.Parent == x.Params.Get(d.is.Parent)
	}
	if x.Caller.Admin() || x.Caller.ProjectID != "" && ownerOf(r) == x.Caller.ProjectID {
		return true
	}
	if shared := sharingOf(r); shared != nil && (*shared || isSharedWith(x, d.Noun, ownOf(r).ID)) {
		return true
	}
	return d.is.Sees != nil && d.is.Sees(x, r)
}

func (d *declared[T]) deleteDependents(x *pipeline.Exchange, r *T) {
	if d.is.With != nil {
		d.is.With(x, r)
	}
	if sharingOf(r) != nil {
		id := ownOf(r).ID
		for _, p := range state.RBACPolicies.List(x.Txn, "object", state.RBACKey(rbacKind(d.Noun), id)) {
			state.RBACPolicies.Delete(x.Txn, p.ID)
		}
	}
}

// What records have in common, by the structs that they embed (see state.Owned): an owner, and of the others what they have.
type (
	owned    interface{ Owner() *state.Owned }
	standard interface {
		Stamp() *state.Standard
		FirstRevision() int
	}
	tagged    interface{ Labels() *[]string }
	shareable interface{ Share() *bool }
	part      interface{ Whole() *state.Part }
)

// ownOf is a record's id and project.
func ownOf(r any) *state.Owned { return r.(owned).Owner() }

// stampOf is the times and the revision of a record, nil where it has none.
func stampOf(r any) standard {
	s, _ := r.(standard)
	return s
}

// labelsOf are the tags of a record that can have some.
func labelsOf(r any) *[]string { return r.(tagged).Labels() }

// sharingOf tells whether a record is shared with everybody, nil where it cannot be.
func sharingOf(r any) *bool {
	if s, can := r.(shareable); can {
		return s.Share()
	}
	return nil
}

// partOf is what a record has as a part of another, nil where it is none.
func partOf(r any) *state.Part {
	if p, is := r.(part); is {
		return p.Whole()
	}
	return nil
}
