package parity

// pair is two exchanges with equal requests, or one without a counterpart.
type pair struct{ a, b *exchange }

// sameRequest tells whether two exchanges have equal requests in the same role.
func sameRequest(a, b *exchange) bool {
	return a.key == b.key && (a.Role == "subject") == (b.Role == "subject")
}

// align pairs two lists along their longest common subsequence.
func align(a, b []*exchange) []pair {
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if sameRequest(a[i], b[j]) {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
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
		case longest[i+1][j] >= longest[i][j+1]:
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
