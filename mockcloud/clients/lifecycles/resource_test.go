// Package lifecycles takes each resource that an infrastructure-as-code tool manages through its life, with a stock client
// (gophercloud): it is created, shows every attribute as it was sent, is read by its id alone as an import does, is changed in place,
// keeps what the change did not name, is deleted, and is not found afterwards. What the answers look like is compared with those of a
// real Zed (testdata/zed), attribute by attribute. The same rows run against a real cloud with
//
//	PLUMBLINE_LIFECYCLES=admin-demo,demo OS_CLIENT_CONFIG_FILE=clouds.yaml go test -v -count=1 ./mockcloud/clients/lifecycles
//
// where PLUMBLINE_LIFECYCLES names the entries of an administrator and of a member, both in the project demo; -update writes down its
// answers. Rows clean up after themselves.
package lifecycles

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// resource is one row: what a tool does to a resource of one type. The last request with a body that create makes is the resource's
// own, and so is the last GET of read. Functions get the id that create answered; it can have several parts, as a tool's ids do.
type resource struct {
	name string
	// needs is the alias of the network extension that brings the resource; a cloud without it is told so, and left alone.
	needs string
	// admin tells that the administrator does all of it; otherwise the member does.
	admin   bool
	create  func(w *world) (string, error)
	read    func(w *world, id string) error
	updates []update
	remove  func(w *world, id string) error
	// ready waits until accepted work is done.
	ready func(w *world, id string) error
	// hidden are attributes that no answer shows. shown makes what must be read back of what was sent, where that has another form.
	hidden []string
	shown  func(sent any) any
	// stays tells that what it belongs to is still there after the deletion; it then shows something else than before.
	stays bool
	// gone is the error of read where the answer is not 404 after a deletion.
	gone error
	// apart are attributes that are not compared with those of a real Zed: what agents set (it has none), what later releases show.
	apart []string
}

// update is one change in place. follows are attributes that change with it although they were not sent.
type update struct {
	name    string
	change  func(w *world, id string) error
	follows []string
	shown   func(sent any) any
}

// passing are attributes that change by themselves.
var passing = []string{"updated_at", "updated", "revision_number", "updated_time", "progress"}

func TestResourcesLiveAsAToolExpects(t *testing.T) {
	c := connect(t)
	seen, steps := 0, 0
	var left []string
	for _, family := range slices.Sorted(maps.Keys(families)) {
		rows := families[family]
		told := c.loadAnswers(t, family)
		for _, r := range rows {
			t.Run(family+"/"+r.name, func(t *testing.T) {
				if !c.has(r.needs) {
					left = append(left, r.name)
					t.Skipf("this cloud has no network extension %q", r.needs)
				}
				w := c.world(t, r.admin)
				w.apart = r.apart
				live(t, w, &r)
				told.compare(t, r.name, w.answers, r.apart)
				seen++
				steps += w.steps
			})
		}
		told.save(t)
	}
	slices.Sort(left)
	t.Logf("%d resources, %d steps pass on %s; left out: %v", seen, steps, c.name, left)
}

// live takes a resource through its life. Each step stands for itself: a fault in one does not hide those in the next.
func live(t *testing.T, w *world, r *resource) {
	id, err := r.create(w)
	require.NoError(t, err, "create")
	removed := false
	w.later(func() {
		if !removed {
			_ = r.remove(w, id)
			_ = w.until(func() bool { return r.stays || r.isGone(w, id) })
		}
	})
	w.pass(!t.Failed())
	sent := w.takeSent("created")
	wait(t, w, r, id)
	before := w.readBack(t, r, id, "read")
	w.shows(t, "create", r.expected(sent, nil), before)
	w.pass(!t.Failed())

	other := w.again(t)
	other.saw = nil
	require.NoError(t, r.read(other, id), "read by id alone, by a program that has just logged in")
	assert.Equal(t, drop(before, passing), drop(other.answer(), passing), "read by id alone")
	w.pass(!t.Failed())

	for _, u := range r.updates {
		require.NoError(t, u.change(w, id), "%s", u.name)
		w.pass(!t.Failed())
		sent := r.expected(w.takeSent(u.name), u.shown)
		wait(t, w, r, id)
		after := w.readBack(t, r, id, u.name+", read")
		w.shows(t, u.name, sent, after)
		named := append(slices.Concat(passing, u.follows), keys(sent)...)
		assert.Equal(t, drop(before, named), drop(after, named), "%s: what it does not name stays", u.name)
		w.pass(!t.Failed())
		before = after
	}

	require.NoError(t, r.remove(w, id), "delete")
	w.pass(!t.Failed())
	if r.stays {
		assert.NotEqual(t, drop(before, passing), drop(w.readBack(t, r, id, "deleted, read"), passing), "another than before the deletion")
	} else {
		assert.NoError(t, w.until(func() bool { return r.isGone(w, id) }), "gone after a deletion")
	}
	removed = true
	w.pass(!t.Failed())
}

func wait(t *testing.T, w *world, r *resource, id string) {
	t.Helper()
	if r.ready != nil {
		require.NoError(t, r.ready(w, id), "ready")
	}
}

// gone tells whether an answer says that there is no such thing.
func gone(err error) bool { return gophercloud.ResponseCodeIs(err, 404) }

// isGone tells whether the resource is not there any more.
func (r *resource) isGone(w *world, id string) bool {
	err := r.read(w, id)
	return gone(err) || r.gone != nil && errors.As(err, reflect.New(reflect.TypeOf(r.gone)).Interface())
}

// expected is what must be read back of a request's body.
func (r *resource) expected(sent any, shown func(any) any) any {
	if shown == nil {
		shown = r.shown
	}
	sent = drop(unwrap(sent), r.hidden)
	if sent == nil && shown == nil {
		return nil
	}
	if shown != nil {
		sent = shown(sent)
	}
	return sent
}
