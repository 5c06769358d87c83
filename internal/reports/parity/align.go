package parity

import "slices"

// pair is two exchanges with equal requests, or one without a counterpart.
type pair struct{ a, b *exchange }

// sameRequest tells whether two exchanges have equal requests in the same role.
func sameRequest(a, b *exchange) bool {
	return a.key == b.key && a.Role == b.Role
}

// weight is what a pair is worth: more than all other pairs of a case together where it is of subject exchanges, which a case is about. A
// case that was lent a server has less of set-up and other looks than one that made its own.
func (e *exchange) weight() int {
	if e.Role == "subject" {
		return 1 << 16
	}
	return 1
}

// align pairs two lists along their common subsequence of most weight. Of several it takes the one whose pairs are latest: the looks right
// before the subject are of the same state on both sides, also where one of them began with a server that was there.
func align(a, b []*exchange) []pair {
	most := make([][]int, len(a)+1)
	for i := range most {
		most[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if sameRequest(a[i], b[j]) {
				most[i+1][j+1] = most[i][j] + a[i].weight()
			} else {
				most[i+1][j+1] = max(most[i][j+1], most[i+1][j])
			}
		}
	}
	var out []pair
	for i, j := len(a), len(b); i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && sameRequest(a[i-1], b[j-1]):
			i, j = i-1, j-1
			out = append(out, pair{a[i], b[j]})
		case j == 0 || i > 0 && most[i-1][j] >= most[i][j-1]:
			i--
			out = append(out, pair{a: a[i]})
		default:
			j--
			out = append(out, pair{b: b[j]})
		}
	}
	slices.Reverse(out)
	return out
}
