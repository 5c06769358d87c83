package compute_test

import "slices"

func sorted(values []string) []string {
	slices.Sort(values)
	return values
}
