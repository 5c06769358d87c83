package reports_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/chromium"
	"plumbline/internal/reports/html"
	"plumbline/internal/reports/verdict"
)

// sideBySide is a page over two reports that differ in one row.
func sideBySide(t *testing.T) string {
	t.Helper()
	c, tp := synthetic(t)
	one, two := tp.build(c), tp.build(c)
	line := &two.Specifications[0].Tables[0].Rows[0]
	require.Equal(t, "RKP-01a", line.Row)
	line.Verdict = verdict.Fail
	for i := range two.Requirements {
		if req := &two.Requirements[i]; req.ID == "RKP-01" {
			req.Verdict, req.Reason = verdict.Fail, "answered 500, not 202"
			req.Rows[0].Verdict, req.Rows[0].Reason = verdict.Fail, "answered 500, not 202"
		}
	}
	var page bytes.Buffer
	require.NoError(t, html.Write(&page,
		html.Source{Name: "mock", Report: one, Events: tp.events()}, html.Source{Name: "zed", Report: two, Events: tp.events()}))
	file := filepath.Join(t.TempDir(), "side.html")
	require.NoError(t, os.WriteFile(file, page.Bytes(), 0o644))
	return file
}

func TestBrowserSideBySide(t *testing.T) {
	b, _ := opened(t, sideBySide(t), 1440)
	assert.Equal(t, "mock zed",
		chromium.Ask[string](t, b, `[...document.querySelectorAll(".decision .vhead")].slice(0, 2).map(e => e.textContent).join(" ")`))
	assert.Equal(t, "✓ pass|✕ fail",
		chromium.Ask[string](t, b, `[...document.querySelectorAll("#row-RKP-01a .vcell .badge")].map(e => e.textContent.trim()).join("|")`))
	assert.Equal(t, "RKP-01|mock|zed|zedanswered 500, not 202", chromium.Ask[string](t, b,
		`(row => [row.querySelector("th"), ...[...row.querySelectorAll(".vd")].map(e => ({ textContent: e.dataset.name })), row.querySelector(".reason")].map(e => e.textContent).join("|"))(document.querySelector(".differ tbody tr"))`),
		"what differs stands in one table, with one reason")
	press(t, b, `.chip[data-flag="differs"]`)
	b.Await(t, `document.body.classList.contains("filtered")`)
	assert.Equal(t, 1, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")))
	assert.Equal(t, 1, chromium.Ask[int](t, b, fmt.Sprintf(visible, "tr.line")))
	b.Shoot(t, "1440-side")
	press(t, b, "#row-RKP-01a .expand")
	b.Await(t, `document.querySelectorAll("tr.detail .body > .steps").length >= 6`)
	assert.Equal(t, "mock|mock|mock|zed|zed|zed",
		chromium.Ask[string](t, b,
			`[...document.querySelectorAll("tr.detail .casehead .lbl")].map(e => e.textContent).join("|")`), "the cases of both")
	b.Do(t, chromedp.EmulateViewport(375, 900))
	assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), 375.0)
	b.Shoot(t, "375-side")
	b.AssertQuiet(t)
}

// Everything that can be shown is shown, and its text stands out from what is behind it, by WCAG's AA.
func TestBrowserContrast(t *testing.T) {
	dir, _, _ := written(t)
	for _, file := range []string{filepath.Join(dir, "report.html"), sideBySide(t)} {
		b, _ := opened(t, file, 1440)
		press(t, b, "tr.line.fail .expand")
		press(t, b, `#RKP-12 > summary`)
		b.Await(t, `document.querySelector("#RKP-12 .case.error > summary") && document.querySelector("tr.detail .several")`)
		press(t, b, `#RKP-12 .case.error > summary`)
		press(t, b, `tr.detail .several > summary`)
		b.Await(t, `document.querySelector("#RKP-12 .error .steps") && document.querySelector("tr.detail .several .x")`)
		chromium.Tell(t, b, `document.querySelectorAll("details").forEach(d => { d.open = true })`)
		for _, chip := range []string{"pass", "fail", "error"} {
			chromium.Tell(t, b, fmt.Sprintf(`document.querySelector('.chip[data-filter="%s"]').setAttribute("aria-pressed", "true")`, chip))
		}
		for _, scheme := range []string{"light", "dark"} {
			b.Scheme(t, scheme)
			assert.Empty(t, chromium.LowContrast(t, b), scheme)
		}
		chromium.Tell(t, b, `document.documentElement.style.setProperty("--muted", "#555")`)
		assert.NotEmpty(t, chromium.LowContrast(t, b), "faint text is found")
	}
}
