package terminal

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// OfTheRun are the options of certify that a run which is done again takes from its report, each with whether it has a value.
var OfTheRun = map[string]bool{
	"out": true, "profile": true, "spec": true, "only": true, "exclude": true, "tags": true, "suite": true, "microversion": true,
	"budget": true, "repeat": true, "shard": true, "rerun-failed": true,
	"resume": false, "no-sweep": false, "allow-disruptive": false, "strict-schema": false,
}

// next says what to do next: the command that runs again what failed, and, where the run came to no verdict, what would have the rows run
// that did not. A command stays in one line, to be copied.
func (b *Screen) next(r *reports.Report, dir string, failed []*reports.Cause) {
	say := func(line string, whole bool, does string) {
		if !whole {
			line += " with the target's options"
		}
		fmt.Fprintf(b, "  next: %s %s\n", line, does)
	}
	if len(failed) > 0 {
		line, whole := rerunCommand(r.Run.Args, dir)
		say(line, whole, "runs only those rows again")
		if row := withRequests(failed); row != "" {
			fmt.Fprintf(b, "  next: plumbline report script %s %s > row.sh writes what a row asked as a script, to run by hand\n",
				printable.ShellWord(dir), printable.ShellWord(row))
		}
	}
	if r.Summary.Verdict != verdict.Inconclusive {
		return
	}
	rows := notRun(r)
	options, helped := whatWouldHelp(rows)
	switch {
	case !r.Run.Complete:
		line, whole := asItRan(r.Run.Args, "certify", "--resume")
		say(line, whole, "goes on with the run")
	case r.Run.Shard != "":
		say("plumbline report merge "+printable.ShellWord(dir), true, "with the folders of the other shards, and --out, makes one report of them")
	case len(options) > 0:
		line, whole := asItRan(r.Run.Args, "certify", options...)
		say(line, whole, "can run "+ofNotRun(helped, len(rows)))
	case len(rows) > 0:
		line, whole := asItRan(r.Run.Args, "plan")
		say(line, whole, "says what is missing for "+ofNotRun(len(rows), len(rows)))
	}
}

// withRequests is the first row of the causes that sent a request, "" for none.
func withRequests(causes []*reports.Cause) string {
	for _, c := range causes {
		for _, row := range c.Rows {
			if len(row.Exchanges) > 0 {
				return row.Row
			}
		}
	}
	return ""
}

// ofNotRun names so many of the rows that were not run.
func ofNotRun(n, all int) string {
	switch {
	case n < all:
		return fmt.Sprintf("%d of the %d rows that were not run", n, all)
	case all == 1:
		return "the row that was not run"
	}
	return fmt.Sprintf("the %d rows that were not run", all)
}

// notRun are the rows that were not run and that decide the verdict, each once.
func notRun(r *reports.Report) []reports.Row {
	selected := map[string]bool{}
	for _, s := range r.Specifications {
		selected[s.ID] = s.Verdict != verdict.NotSelected
	}
	var out []reports.Row
	seen := map[string]bool{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			if row.Verdict == verdict.NotRun && req.Standing != features.Decision && selected[req.Spec] && !seen[row.Case] {
				seen[row.Case] = true
				out = append(out, row)
			}
		}
	}
	return out
}

// helpful are the options that reasons of rows name which were not run.
var helpful = regexp.MustCompile(`--(?:allow-disruptive|image-alt|actor [a-z0-9-]+=CLOUD)\b`)

// whatWouldHelp are the options that rows needed to run, those of most rows first, as the words of a command line, and how many rows did.
func whatWouldHelp(rows []reports.Row) (words []string, helped int) {
	counts := map[string]int{}
	for _, row := range rows {
		if option := helpful.FindString(row.Reason); option != "" {
			counts[option]++
			helped++
		}
	}
	options := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for _, option := range options {
		words = append(words, strings.Fields(option)...)
	}
	return words, helped
}

// asItRan is a command with the options of certify as it was called, and further ones. Of a run that another program began the target's
// options are not known.
func asItRan(args []string, name string, more ...string) (line string, whole bool) {
	words := []string{"plumbline", name}
	if len(args) == 0 || args[0] != "certify" {
		return strings.Join(append(words, more...), " "), false
	}
	for i := 1; i < len(args); i++ {
		flag, _, given := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if value, own := ofCertify[flag]; own && strings.HasPrefix(args[i], "-") && (name != "certify" || ofNoOther[flag]) {
			if value && !given {
				i++
			}
			continue
		}
		words = append(words, printable.ShellWord(args[i]))
	}
	return strings.Join(append(words, more...), " "), complete(args)
}

// ofCertify are options of certify that plan does not have, each with whether it has a value; ofNoOther are those that go on with a run
// that is there.
var (
	ofCertify = map[string]bool{
		"out": true, "resume": false, "rerun-failed": true, "shard": true, "repeat": true, "keep-failed": false, "no-partial": false,
		"progress": true, "json": false,
	}
	ofNoOther = map[string]bool{"resume": true, "rerun-failed": true}
)

// complete tells whether no argument was left out of the log as a secret.
func complete(args []string) bool {
	return !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "[redacted") })
}

// rerunCommand is the command that runs the failed rows of a folder again: certify as it was called, without what it takes from the report.
// Of a run that another program began the target's options are not known.
func rerunCommand(args []string, dir string) (command string, whole bool) {
	words := []string{"plumbline", "certify", "--rerun-failed", printable.ShellWord(dir)}
	if len(args) == 0 || args[0] != "certify" {
		return strings.Join(words, " "), false
	}
	for i := 1; i < len(args); i++ {
		name, _, given := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		value, known := OfTheRun[name]
		if !known || !strings.HasPrefix(args[i], "-") {
			words = append(words, printable.ShellWord(args[i]))
			continue
		}
		if value && !given {
			i++
		}
	}
	return strings.Join(words, " "), complete(args)
}
