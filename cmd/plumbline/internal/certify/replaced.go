package certify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plumbline/internal/reports"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/printable"
	"plumbline/internal/steps/progress"
)

// sayWhatIsReplaced says that a folder has a report which the run is going to replace, before anything runs. Programs that read the
// progress get nothing else on stderr, and who wants no progress gets nothing.
func (f *TargetFlags) sayWhatIsReplaced(dir string) {
	if f.progress == progress.JSON.String() || f.progress == progress.None.String() {
		return
	}
	r, err := reports.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	words := "a report that cannot be read"
	if err == nil {
		words = fmt.Sprintf("the report of run %s of %s (%s, profile %s: %s)", r.Run.ID, r.Run.Started.UTC().Format("2006-01-02 15:04 UTC"),
			r.Target.Name, r.Profile, r.Summary.Verdict)
	}
	if _, err := os.Stat(filepath.Join(dir, attest.FileName)); err == nil {
		words += " and its " + attest.FileName
	}
	fmt.Fprintf(f.Streams.Err, "plumbline: %s has %s, which this run replaces; --out names another folder\n", dir, printable.Line(words))
}
