package shelve

import "strings"

// Requirement is the requirement that the row is of.
func (r UnshelveRow) Requirement() string { return strings.TrimRight(r.ID, "ab") }

// Variants are the row with one outcome changed to what it might say instead and somebody would notice: a
// refusal is another status or none, a server that comes back goes elsewhere or nowhere, and its pin is another one.
func (r UnshelveRow) Variants() []UnshelveRow {
	var out []UnshelveRow
	if r.Status >= 400 {
		accepted, other := r, r
		accepted.Status, accepted.Lands = 202, Anywhere
		other.Status = 400
		return append(out, accepted, other)
	}
	refused := r
	refused.Status = 409
	out = append(out, refused)
	for _, l := range r.otherLandings() {
		v := r
		v.Lands = l
		out = append(out, v)
	}
	for _, p := range r.otherPins() {
		v := r
		v.Pin = p
		out = append(out, v)
	}
	return out
}

// otherLandings are where else the server might go, as far as row and request name such a place.
func (r UnshelveRow) otherLandings() []Landing {
	var out []Landing
	for _, l := range []Landing{StaysAway, Anywhere, InItsZone, InZone} {
		there := l == StaysAway || l == Anywhere || l == InItsZone && r.Pinned || l == InZone && r.Zone == ZoneNamed
		if there && l != r.Lands {
			out = append(out, l)
		}
	}
	return out
}

// otherPins are pins that differ from the row's own: a server without a pin has none to keep, a request without
// a zone none to ask for.
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
