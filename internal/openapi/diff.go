package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi/node"
)

// Change is one difference between two documents.
type Change struct {
	// Kind is "+" for something new, "-" for something gone, "~" for something that changed.
	Kind string
	// Operation is the operation's id.
	Operation string
	// Part is the changed part: "" (the operation itself), "request", "query", "rules", "status", "headers 202" or "answer 202".
	Part string
	// Field is the place in that part: "rebuild.key_name", "servers[].locked_reason"; [] is each entry of a list, * each other key.
	Field string
	// Text describes the change in words, without operation and part.
	Text string
}

func (c Change) String() string {
	if c.Part == "" {
		return fmt.Sprintf("%s %s: %s", c.Kind, c.Operation, c.Text)
	}
	return fmt.Sprintf("%s %s: %s: %s", c.Kind, c.Operation, c.Part, c.Text)
}

// Diff lists the changes from one document to another of the same service, sorted by operation. Fields below a field that
// is new or gone are not listed.
func Diff(from, to *Document) []Change {
	var out []Change
	for _, id := range unitedIDs(from, to) {
		d := &differ{id: id}
		a, b := from.Operation(id), to.Operation(id)
		switch {
		case a == nil:
			d.add("+", "", "", "the operation is new (%s)", b.place())
		case b == nil:
			d.add("-", "", "", "the operation is gone (%s)", a.place())
		default:
			d.operation(a, b)
		}
		out = append(out, d.changes...)
	}
	return out
}

// AddedFields lists the fields of an operation's answer that to has and from has not, topmost ones only:
// "server.locked_reason". An operation or a status that from does not have adds none.
func AddedFields(from, to *Document, id string, status int) []string {
	var out []string
	for _, c := range Diff(from, to) {
		if c.Operation == id && c.Kind == "+" && c.Part == "answer "+strconv.Itoa(status) {
			out = append(out, c.Field)
		}
	}
	return out
}

func unitedIDs(documents ...*Document) []string {
	var ids []string
	for _, d := range documents {
		for _, op := range d.Operations() {
			ids = append(ids, op.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (o *Operation) place() string {
	if o.Action != "" {
		return fmt.Sprintf("%s %s {%s}", o.Method, o.Path, o.Action)
	}
	return o.Method + " " + o.Path
}

type differ struct {
	id      string
	changes []Change
}

func (d *differ) add(kind, part, field, format string, args ...any) {
	d.changes = append(d.changes, Change{Kind: kind, Operation: d.id, Part: part, Field: field, Text: fmt.Sprintf(format, args...)})
}

func (d *differ) operation(a, b *Operation) {
	d.word("the place", a.place(), b.place())
	d.word("the policy", a.Policy, b.Policy)
	d.word("the states", a.States.summary(), b.States.summary())
	d.word("a locked server", lockedWords(a.Locked), lockedWords(b.Locked))
	d.word("a key that is there twice", uniqueWords(a.UniqueKeys), uniqueWords(b.UniqueKeys))
	d.word("unknown query keys are", string(a.Query), string(b.Query))
	d.fields("query", a.queryFields(), b.queryFields())
	d.fields("request", a.bodyFields(), b.bodyFields())
	for _, s := range b.statuses {
		if !a.HasStatus(s) {
			d.add("+", "status", strconv.Itoa(s), "%d may be answered", s)
		}
	}
	for _, s := range a.statuses {
		if !b.HasStatus(s) {
			d.add("-", "status", strconv.Itoa(s), "%d is not answered any more", s)
			continue
		}
		ra, ha := a.answerFields(s)
		rb, hb := b.answerFields(s)
		d.fields(fmt.Sprintf("headers %d", s), ha, hb)
		d.fields(fmt.Sprintf("answer %d", s), ra, rb)
	}
}

func (d *differ) word(what, a, b string) {
	if a != b {
		d.add("~", "rules", what, "%s: %s, was %s", what, cmp.Or(b, "none"), cmp.Or(a, "none"))
	}
}

func uniqueWords(unique bool) string {
	if unique {
		return "refuses"
	}
	return "takes the last one"
}

func lockedWords(locked bool) string {
	if locked {
		return "refuses"
	}
	return "accepts"
}

func (s *States) summary() string {
	if s == nil {
		return ""
	}
	list := func(name string, values []string) string {
		if values == nil {
			return name + " any"
		}
		return name + " " + strings.Join(values, ", ")
	}
	out := list("vm", s.VM) + "; " + strings.ReplaceAll(list("task", s.Task)+";", "task ;", "task null;")
	if s.Launched {
		out += " launched;"
	}
	if s.Host || s.HostLast {
		out += " on a host;"
	}
	return strings.TrimSuffix(out, ";")
}

// fieldFacts are the facts about one field in a flattened schema.
type fieldFacts struct {
	phrase   string
	required bool
}

func (d *differ) fields(part string, a, b map[string]fieldFacts) {
	for _, name := range node.SortedKeys(b) {
		if _, old := a[name]; !old && !isParentMissing(name, b, a) {
			need := ""
			if b[name].required && (part == "request" || part == "query") {
				need = ", required"
			}
			d.add("+", part, name, "%s is new: %s%s", title(name), b[name].phrase, need)
		}
	}
	for _, name := range node.SortedKeys(a) {
		now, still := b[name]
		if !still {
			if !isParentMissing(name, a, b) {
				d.add("-", part, name, "%s is gone", title(name))
			}
			continue
		}
		if was := a[name]; was.phrase != now.phrase {
			d.add("~", part, name, "%s is %s, was %s", title(name), now.phrase, was.phrase)
		}
		switch {
		case a[name].required && !now.required:
			d.add("~", part, name, "%s may be absent", title(name))
		case !a[name].required && now.required:
			if part == "request" || part == "query" {
				d.add("~", part, name, "%s is required", title(name))
			} else {
				d.add("~", part, name, "%s is always there", title(name))
			}
		}
	}
}

// title names a field; the outermost value, whose path is empty, is "the body".
func title(field string) string { return cmp.Or(field, "the body") }

// isParentMissing tells whether a field's parent is missing in the other document, too, so that its change is listed already.
func isParentMissing(name string, in, other map[string]fieldFacts) bool {
	for parent := range in {
		if _, there := other[parent]; !there && parent != name && isParent(parent, name) {
			return true
		}
	}
	return false
}

func isParent(parent, name string) bool {
	return parent == "" || strings.HasPrefix(name, parent+".") || strings.HasPrefix(name, parent+"[")
}

// Grouped lists changes as text; a change with the same words in several operations is listed once.
func Grouped(changes []Change) []string {
	type key struct{ kind, part, text string }
	var order []key
	operations := map[key][]string{}
	for _, c := range changes {
		k := key{c.Kind, c.Part, c.Text}
		if operations[k] == nil {
			order = append(order, k)
		}
		operations[k] = append(operations[k], c.Operation)
	}
	out := make([]string, len(order))
	for i, k := range order {
		out[i] = Change{Kind: k.kind, Operation: strings.Join(operations[k], ", "), Part: k.part, Text: k.text}.String()
	}
	return out
}
