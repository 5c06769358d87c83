package page

import (
	"strconv"
	"strings"
)

// PreferredType is the offer that an Accept header prefers, the first of equal ones; "" if it accepts none (RFC 9110 §12.5.1), or if
// there is no header: the framework then writes text.
func PreferredType(accept string, offers ...string) (best string) {
	most := 0.0
	for _, offer := range offers {
		if q := quality(accept, offer); q > most {
			best, most = offer, q
		}
	}
	return best
}

// quality is the weight that an Accept header gives a media type: that of the most specific range that includes it.
func quality(accept, media string) (q float64) {
	kind, _, _ := strings.Cut(media, "/")
	specific := -1
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		rank := -1
		switch strings.ToLower(strings.TrimSpace(name)) {
		case media:
			rank = 2
		case kind + "/*":
			rank = 1
		case "*/*":
			rank = 0
		}
		if rank < 0 || rank < specific {
			continue
		}
		specific, q = rank, 1
		for param := range strings.SplitSeq(params, ";") {
			if w, isWeight := strings.CutPrefix(strings.TrimSpace(param), "q="); isWeight {
				q, _ = strconv.ParseFloat(w, 64)
			}
		}
	}
	return q
}
