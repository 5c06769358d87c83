package parity

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

// align pairs two lists along their common subsequence of most weight.
func align(a, b []*exchange) []pair {
	most := make([][]int, len(a)+1)
	for i := range most {
		most[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if sameRequest(a[i], b[j]) {
				most[i][j] = most[i+1][j+1] + a[i].weight()
			} else {
				most[i][j] = max(most[i+1][j], most[i][j+1])
			}
		}
	}
	var out []pair
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case sameRequest(a[i], b[j]):
			out = append(out, pair{a[i], b[j]})
			i, j = i+1, j+1
		case most[i+1][j] >= most[i][j+1]:
			out = append(out, pair{a: a[i]})
			i++
		default:
			out = append(out, pair{b: b[j]})
			j++
		}
	}
	for ; i < len(a); i++ {
		out = append(out, pair{a: a[i]})
	}
	for ; j < len(b); j++ {
		out = append(out, pair{b: b[j]})
	}
	return out
}
