package source_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/mutation/source"
)

func row(name, requirement string, answers uint64, differs, asked uint64) source.Row {
	return source.Row{
		Case: name, Requirements: []string{requirement}, Outcome: "pass", Answers: []uint64{answers},
		Reached: source.Set{differs}, Differs: source.Set{differs}, Asked: source.Set{asked},
	}
}

func TestRowsThatAskComeFirst(t *testing.T) {
	const one = 1 << 1
	set := row("set-up", "A", 1, one, 0)
	first, second, other := row("first", "B", 1, one, one), row("second", "B", 1, one|1<<3, one), row("third", "C", 1, one|1<<3|1<<4, one)
	variant := row("variant", "D", 1, one, one)
	variant.Variant = true
	failed := row("failed", "E", 1, one, one)
	failed.Outcome = "fail"
	rows := []source.Row{set, variant, other, second, first, failed, row("elsewhere", "F", 1, 1<<2, 1<<2)}
	for i := range rows {
		rows[i].Profile = "shipped"
	}
	again := row("first", "B", 1, one, one)
	again.Profile = "specified"
	differently := row("third", "C", 2, one, one)
	differently.Profile = "specified"
	coverages := []source.Coverage{{Profile: "shipped", Rows: rows}, {Profile: "specified", Rows: []source.Row{again, differently}}}
	names := func(most int) (out []string) {
		for _, c := range source.Candidates(coverages, 1, most) {
			out = append(out, c.Profile+" "+c.Case)
		}
		return out
	}
	assert.Equal(t, []string{
		"shipped first", "specified third", "shipped third", "shipped variant", "shipped second", "shipped set-up",
	}, names(0), "one of each requirement first; a row that both profiles answer alike once")
	assert.Equal(t, []string{"shipped first", "specified third"}, names(2))
	for n, want := range map[int]source.Phase{1: source.Asked, 2: source.Asked, 9: source.Nowhere} {
		assert.Equal(t, want, coverages[0].Phase(n), n)
	}
	assert.Equal(t, source.Given, source.Coverage{Rows: []source.Row{set, failed}}.Phase(1))
}
