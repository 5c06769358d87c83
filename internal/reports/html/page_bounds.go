package html

// How much a page has at most, so that it opens at once. What is left out is in report.json or parity.json, and each list says
// how many more there are. The text forms have less room and bounds of their own (package terminal, history.Print); the
// dashboard asks the mock for what is in view.

// Bytes of a report with evidence, and what is left of them for what is not packed.
const (
	pageBytes = 1_480_000
	restBytes = 230_000
	// leastEvidence is the room for exchanges of each report, however much else is in the page.
	leastEvidence = 300_000
)

// The causes of a report: the rows that are named of a cause, and the ways to differ that are told in words.
const (
	mostRows     = 8
	mostPatterns = 3
)

// The lists of a comparison.
const (
	mostOpenDifferences = 100
	mostTexts           = 60
	mostReasons         = 60
	mostOfReason        = 8
	mostGroups          = 40
	mostAlone           = 12
)

// A history, over all clouds: the cells of its tables, the runs that it tells about, the flaky rows, and the changes of a run.
const (
	mostCells       = 800
	mostToldRuns    = 48
	mostFlaky       = 24
	mostChangesTold = 8
)
