package bundle

import (
	"io"
	"path"

	"plumbline/internal/reports"
	"plumbline/internal/reports/html"
)

const indexFile = "index.html"

// WriteIndex writes dir/index.html for the reports of one run, one for each profile: the HTML report with all of them as
// columns. Each report is in the folder of dir named after its profile, and the index links to the evidence there.
func WriteIndex(dir string, all []*reports.Report) error {
	return writeAll(dir, []file{{indexFile, func(w io.Writer) error {
		var sources []html.Source
		for _, r := range all {
			sources = append(sources, html.Source{Report: r, Page: path.Join(r.Profile, reports.HtmlFile)})
		}
		return html.Write(w, sources...)
	}}})
}
