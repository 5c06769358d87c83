package shelve

import "strings"

// Requirement is the row's requirement.
func (r UnshelveRow) Requirement() string { return strings.TrimRight(r.ID, "ab") }

// Variants are copies of the row, each with one outcome changed so that a test can notice it: a refusal has another status or becomes
// an acceptance, an unshelved server goes elsewhere or nowhere, or its pin is another one.
func (r UnshelveRow) Variants() []UnshelveRow {
	var out []UnshelveRow
	if r.Status >= 400 {
		accepted, other := r, r
		accepted.Status, accepted.Destination = 202, Anywhere
		other.Status = 400
		return append(out, accepted, other)
	}
	refused := r
	refused.Status = 409
	out = append(out, refused)
	for _, l := range r.otherDestinations() {
		v := r
		v.Destination = l
		out = append(out, v)
	}
	for _, p := range r.otherPins() {
		v := r
		v.Pin = p
		out = append(out, v)
	}
	return out
}

// otherDestinations are other places where the server could go, if the row and the request name such a place.
func (r UnshelveRow) otherDestinations() []Destination {
	var out []Destination
	for _, l := range []Destination{StaysAway, Anywhere, InItsZone, InZone} {
		there := l == StaysAway || l == Anywhere || l == InItsZone && r.Pinned || l == InZone && r.Zone == ZoneNamed
		if there && l != r.Destination {
			out = append(out, l)
		}
	}
	return out
}

// otherPins are pins that differ from the row's own: a server without a pin cannot keep one, a request without a zone cannot set one.
func (r UnshelveRow) otherPins() []PinAfter {
	var out []PinAfter
	for _, p := range []PinAfter{PinNone, PinKept, PinAsked} {
		there := p == PinNone || p == PinKept && r.Pinned || p == PinAsked && r.Zone == ZoneNamed
		if there && p != r.Pin {
			out = append(out, p)
		}
	}
	return out
}
