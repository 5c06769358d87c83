package reports

import (
	"io"

	"plumbline/reports/eventlog"
)

func writeHTML(w io.Writer, r *Report, events []eventlog.Event) error {
	_, err := io.WriteString(w, "pending\n")
	return err
}

// WriteIndex writes dir/index.html over the reports of a run, one for each profile, which stand in the folders
// named after their profiles.
func WriteIndex(dir string, reports []*Report) error {
	return writeAll(dir, []file{{"index.html", func(w io.Writer) error { _, err := io.WriteString(w, "pending\n"); return err }}})
}
