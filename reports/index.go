package reports

import (
	"io"
	"path"
)

const indexFile = "index.html"

// WriteIndex writes dir/index.html over the reports of one run, one for each profile: the page of a report
// with all of them side by side. Each stands in the folder of dir that is named after its profile, and the
// index links to the evidence there.
func WriteIndex(dir string, reports []*Report) error {
	return writeAll(dir, []file{{indexFile, func(w io.Writer) error {
		var sources []Source
		for _, r := range reports {
			sources = append(sources, Source{Report: r, Page: path.Join(r.Profile, htmlFile)})
		}
		return WriteHTML(w, sources...)
	}}})
}
