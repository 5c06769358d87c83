package reports_test

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/chromium"
	"plumbline/internal/reports/history"
	"plumbline/internal/reports/html"
	"plumbline/internal/reports/parity"
	"plumbline/internal/reports/verdict"
)

// Bounds of a page at first paint: nodes and bytes.
const (
	mostNodes = 5000
	mostBytes = 1_500_000
)

// hostile is a text of a cloud that would be markup, turn its line around, and push a table out of the window.
var hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>` + "\u202Egnp.exe\u2066" + `'"&amp;` + strings.Repeat("W", 240)

// nameEverything gives whatever a cloud or an operator names in a report a hostile name.
func nameEverything(r *reports.Report) *reports.Report {
	out := *r
	out.Target.Name, out.Run.Tool, out.Run.ID = "prod "+hostile, "plumbline "+hostile, r.Run.ID+hostile
	out.Requirements = append([]reports.Requirement{}, r.Requirements...)
	for i := range out.Requirements {
		if req := &out.Requirements[i]; req.Verdict == verdict.Fail || req.Verdict == verdict.Error {
			req.Reason = "answered " + hostile
		}
	}
	return &out
}

// nights are runs of clouds, one a night; every seventh lost a requirement, and every third has a row that turned.
func nights(t *testing.T, clouds, runs int) []history.Source {
	t.Helper()
	c, tp := synthetic(t)
	base := tp.build(c)
	var out []history.Source
	for cloud := range clouds {
		for night := range runs {
			r := *base
			r.Run.ID = fmt.Sprintf("%08x", 0xa3290000+night)
			r.Run.Started = base.Run.Started.Add(time.Duration(night) * 24 * time.Hour)
			r.Requirements = append([]reports.Requirement{}, base.Requirements...)
			for i := range r.Requirements {
				req := &r.Requirements[i]
				req.Rows = append([]reports.Row{}, req.Rows...)
				if req.Verdict == verdict.Pass && (night%7 == 6 && i%5 == 0 || night%3 == 0 && i == 2) {
					req.Verdict, req.Reason = verdict.Fail, "answered 500, not 202"
					req.Rows[0].Verdict, req.Rows[0].Reason = verdict.Fail, "answered 500, not 202"
				}
			}
			out = append(out, history.Source{Cloud: fmt.Sprintf("cloud-%d", cloud), Place: fmt.Sprintf("nightly/%d", night), Report: &r})
		}
	}
	return out
}

// onDisk is a page in a file.
func onDisk(t *testing.T, name string, write func(io.Writer) error) string {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, write(&page))
	assert.Less(t, page.Len(), mostBytes, name)
	file := filepath.Join(t.TempDir(), name+".html")
	require.NoError(t, os.WriteFile(file, page.Bytes(), 0o644))
	return file
}

func historyPage(t *testing.T, sources []history.Source) string {
	return onDisk(t, "history", func(w io.Writer) error { return html.WriteHistory(w, history.New(sources)) })
}

// hostileIndex is the index of a run in both profiles, of a cloud with hostile names.
func hostileIndex(t *testing.T) string {
	t.Helper()
	c, tp := synthetic(t)
	shipped := nameEverything(tp.build(c))
	specified := *shipped
	specified.Profile = "specified"
	dir := t.TempDir()
	require.NoError(t, bundle.WriteIndex(dir, []*reports.Report{shipped, &specified}))
	file := filepath.Join(dir, "index.html")
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Less(t, info.Size(), int64(mostBytes))
	return file
}

func ledgerPage(t *testing.T, clouds int, change func(*reports.Report) *reports.Report) string {
	t.Helper()
	c, tp := synthetic(t)
	base := tp.build(c)
	var names []string
	var all []*reports.Report
	for i := range clouds {
		r := change(base)
		names, all = append(names, fmt.Sprintf("acme-cloud-%d", i)), append(all, r)
	}
	if all[0] != base {
		names[0] = hostile
	}
	return onDisk(t, "ledger", func(w io.Writer) error { return html.WriteLedger(w, names, all) })
}

// parityPage is the page of a comparison with so many differences and texts of each kind, of hosts with hostile names.
func parityPage(t *testing.T, many int, text string) string {
	t.Helper()
	r := &parity.Result{Reference: "pack zed", Mock: "embedded mock", Cases: 2072, Compared: 23702, Unpaired: 2940}
	for i, kind := range parity.Kinds() {
		for k := range many {
			d := parity.Difference{
				Kind: kind, Exchange: fmt.Sprintf("compute GET /servers/{server_id} %d", k), At: "/server/" + text,
				Reference: "404 " + text, Mock: "204", Case: "volume-backed-rebuild/flow#BFV-07d" + text, Count: 3,
			}
			switch {
			case kind == parity.Text:
				r.Texts = append(r.Texts, d)
				continue
			case i%2 == 0:
				d.Reason = fmt.Sprintf("The clean-up deletes a server that the row itself deletes (%d). %s", k%12, text)
			}
			r.Differences = append(r.Differences, d)
			r.Alone = append(r.Alone, parity.Alone{Case: d.Case, Ran: "mock", Reason: fmt.Sprint("needs fault-rules ", k%9, text)})
		}
	}
	return onDisk(t, "parity", func(w io.Writer) error { return html.WriteParity(w, r) })
}

// Each page opens without a message or a request, fits a telephone and a screen, is legible in both schemes, is small, has
// everything that is pressed or scrolled within reach of the keyboard, and shows hostile names as text.
func TestBrowserPages(t *testing.T) {
	same := func(r *reports.Report) *reports.Report { return r }
	hostileNights := nights(t, 1, 8)
	for i := range hostileNights {
		hostileNights[i].Cloud, hostileNights[i].Place = hostile, hostile
		hostileNights[i].Report = nameEverything(hostileNights[i].Report)
	}
	for name, file := range map[string]string{
		"history":         historyPage(t, nights(t, 2, 14)),
		"history-hostile": historyPage(t, hostileNights),
		"history-long":    historyPage(t, nights(t, 3, 60)),
		"ledger":          ledgerPage(t, 3, same),
		"ledger-hostile":  ledgerPage(t, 3, nameEverything),
		"ledger-many":     ledgerPage(t, 40, same),
		"index-hostile":   hostileIndex(t),
		"parity":          parityPage(t, 3, ""),
		"parity-hostile":  parityPage(t, 3, hostile),
		"parity-many":     parityPage(t, 400, "x"),
	} {
		t.Run(name, func(t *testing.T) {
			b := chromium.Open(t)
			for _, width := range []int64{1440, 375} {
				b.Do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
				b.Await(t, `document.readyState === "complete"`)
				nodes := chromium.Ask[int](t, b, `document.getElementsByTagName("*").length`)
				assert.LessOrEqual(t, nodes, mostNodes, "nodes at first paint")
				assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width), "fits")
				assert.Zero(t, chromium.Ask[int](t, b, `document.querySelectorAll("main img, main script, header script").length`), "a name is text")
				assert.Empty(t, chromium.Ask[[]string](t, b, unreachable), "within reach of the keyboard")
				chromium.Tell(t, b, `document.querySelectorAll("body.static details").forEach(d => { d.open = true })`)
				assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width), "fits with everything open")
				for _, scheme := range []string{"light", "dark"} {
					b.Scheme(t, scheme)
					assert.Empty(t, chromium.LowContrast(t, b), scheme)
					b.Shoot(t, fmt.Sprintf("%s-%d-%s", name, width, scheme))
				}
			}
			b.AssertQuiet(t)
		})
	}
}

// unreachable are the things that somebody presses or scrolls and that the keyboard does not come to, and those without a name.
const unreachable = `(() => {
	const out = [];
	for (const e of document.querySelectorAll("a, button, summary, input, select, [tabindex]")) {
		if (!e.checkVisibility()) continue;
		if (e.tabIndex < 0) out.push("not reached: " + e.outerHTML.slice(0, 80));
		if (!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)) out.push("no name: " + e.outerHTML.slice(0, 80));
	}
	for (const e of document.querySelectorAll("main *, header *")) {
		if (e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.tabIndex < 0 && e.checkVisibility() &&
			!e.querySelector("a, button"))
			out.push("scrolls, not reached: " + e.outerHTML.slice(0, 80));
	}
	return out;
})()`
