package verify

import (
	"fmt"

	"plumbline/internal/reports/eventlog"
)

// reportName is the name of report.json in messages.
const reportName = "report.json"

var sprintf = fmt.Sprintf

// suiteState tells which suite a run was made with.
type suiteState int

const (
	suiteUnknown suiteState = iota
	// suiteReleased is the suite of another release.
	suiteReleased
	// suiteOutside is one from outside of this binary, which was not given.
	suiteOutside
	// suiteOwn is the suite of this binary.
	suiteOwn
)

// checkSuite refuses a suite that is not of a release.
func (v *verification) checkSuite() suiteState {
	const name = "suite"
	d := v.start.Digests
	for i := range v.log.Events {
		if r := v.log.Events[i].RunResumed; r != nil && !sameSuite(r.Digests, d) {
			v.add(Check{
				Name: name, State: Refused, File: v.eventsName(), Line: v.log.Events[i].Seq,
				Pointer: "/run_resumed/digests", Says: "the run was resumed with another suite than it began with",
			})
			return suiteUnknown
		}
	}
	switch from := v.start.FeaturesFrom; {
	case from != "" && v.Features == nil:
		v.open(name, "it ran the specifications of a folder %q (features %s, documents %s), which are not part of this binary: give it with "+
			"--features DIR", from, inWords(d.Features), inWords(d.Documents))
		return suiteOutside
	case from == "" && v.Features != nil:
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: 1, Pointer: "/run_started/features_from",
			Says: "it ran the specifications that are part of the program, and --features gives others: leave it out",
		})
		return suiteUnknown
	case from != "" && sameSuite(d, v.Suite.Digests):
		v.addOK(name, "features %s and documents %s are those of --features with the documents of this binary; no release has them",
			shortDigest(d.Features), shortDigest(d.Documents))
		return suiteOwn
	case from != "":
		v.refuseOutside(d)
		return suiteUnknown
	}
	if sameSuite(d, v.Suite.Digests) {
		v.addOK(name, "features %s and documents %s are those of this binary", shortDigest(d.Features), shortDigest(d.Documents))
		return suiteOwn
	}
	for _, s := range v.Released {
		if sameSuite(d, s.Digests) {
			v.open(name, "features %s and documents %s are those of release %s: its scenarios and verdicts can be checked with "+
				"that release only", shortDigest(d.Features), shortDigest(d.Documents), s.Release)
			return suiteReleased
		}
	}
	c := Check{Name: name, State: Refused, File: v.eventsName(), Line: 1, Pointer: "/run_started/digests/features"}
	c.Says = sprintf("features %s are neither this binary's (%s) nor those of a release", inWords(d.Features), shortDigest(v.Suite.Features))
	if d.Features == v.Suite.Features {
		c.Pointer = "/run_started/digests/documents"
		c.Says = sprintf("documents %s are neither this binary's (%s) nor those of a release",
			inWords(d.Documents), shortDigest(v.Suite.Documents))
	}
	v.add(c)
	return suiteUnknown
}

// refuseOutside refuses a suite from outside that is not the one given.
func (v *verification) refuseOutside(d eventlog.Digests) {
	c := Check{
		Name: "suite", State: Refused, File: v.eventsName(), Line: 1, Pointer: "/run_started/digests/features",
		Says: sprintf("features %s are not those of --features (%s): give the files as they were at the run", inWords(d.Features),
			shortDigest(v.Suite.Features)),
	}
	if d.Features == v.Suite.Features {
		c.Pointer = "/run_started/digests/documents"
		c.Says = sprintf("documents %s are not those of this binary with the overlays of --features (%s)", inWords(d.Documents),
			shortDigest(v.Suite.Documents))
	}
	v.add(c)
}

// inWords is the begin of a digest that a log states.
func inWords(digest string) string {
	if digest == "" {
		return "(not stated)"
	}
	return shortDigest(digest)
}

func sameSuite(a, b eventlog.Digests) bool {
	return a.Features == b.Features && a.Documents == b.Documents
}

// checkBinary names the program that wrote the log. It can only fail with --binary, since the program of the run is rarely
// at hand for a verification.
func (v *verification) checkBinary() {
	const name = "binary"
	stated := v.start.Digests.Binary
	switch {
	case v.Binary != "" && v.Binary == stated:
		v.addOK(name, "the log says that the file given (%s) wrote it; a log is written by whoever likes, and only a signature "+
			"says who did", shortDigest(stated))
	case v.Binary != "":
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: 1, Pointer: "/run_started/digests/binary",
			Says: sprintf("the log says that %s wrote it; the file given is %s", inWords(stated), shortDigest(v.Binary)),
		})
	case stated == "":
		v.addStated(name, "the log says that %s wrote it, and not which build of it", v.start.Tool)
	case stated == v.Suite.Binary:
		v.addStated(name, "the log says that this very binary (%s) wrote it, which anybody can write into a log", shortDigest(stated))
	default:
		v.addStated(name, "the log says that %s wrote it, binary %s (--binary FILE compares)", v.start.Tool, shortDigest(stated))
	}
}
