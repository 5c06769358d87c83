package reports_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/reports"
	"plumbline/reports/chromium"
)

const visible = `[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).length`

func TestBrowserReport(t *testing.T) {
	dir, _, _ := written(t)
	page := (&url.URL{Scheme: "file", Path: filepath.Join(dir, "report.html")}).String()
	for _, width := range []int64{1440, 375} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			b := chromium.Open(t)
			b.Do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(page), chromedp.WaitVisible(chromedp.CSS("h1")))
			b.Shoot(t, fmt.Sprintf("%d-top", width))
			assert.Equal(t, "Not conformant", chromium.Ask[string](t, b, `document.querySelector("h1 span:last-child").textContent`))
			assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width), "nothing sticks out sideways")

			all := chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req"))
			assert.Equal(t, 78, all)
			b.Do(t, chromedp.Click(chromedp.CSS(`.chip[data-filter="fail"]`)))
			assert.Equal(t, 3, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")), "three requirements failed")
			assert.Equal(t, 2, chromium.Ask[int](t, b, fmt.Sprintf(visible, "tr.line")), "two rows of decision tables failed")
			assert.Equal(t, "3 of 78 requirements shown", chromium.Ask[string](t, b, `document.getElementById("shown").textContent`))
			b.Do(t, chromedp.Click(chromedp.CSS("#clear")), chromedp.SendKeys(chromedp.CSS("#q"), "rkp-15 reader"))
			assert.Equal(t, 1, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")))
			b.Do(t, chromedp.SendKeys(chromedp.CSS("#q"), "xyzzy"))
			assert.True(t, chromium.Ask[bool](t, b, `document.getElementById("nothing").checkVisibility()`))
			b.Do(t, chromedp.Click(chromedp.CSS("#clear2")), chromedp.SetValue(chromedp.CSS("#spec"), "microversions"))
			chromium.Tell(t, b, `document.getElementById("spec").dispatchEvent(new Event("change"))`)
			assert.Equal(t, 36, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")))
			b.Do(t, chromedp.Click(chromedp.CSS("#clear")))
			assert.Equal(t, all, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")))

			openRow(t, b, width)
			openRequirement(t, b, width)
			b.Do(t, chromedp.Click(chromedp.CSS("#theme")))
			assert.NotEmpty(t, chromium.Ask[string](t, b, `document.documentElement.dataset.theme`))
			b.Shoot(t, fmt.Sprintf("%d-theme", width))
			b.AssertQuiet(t)
		})
	}
}

// openRow expands the failed row of the decision table and reads what it shows.
func openRow(t *testing.T, b *chromium.Browser, width int64) {
	t.Helper()
	b.Do(t, chromedp.ScrollIntoView(chromedp.CSS("tr.line.fail")), chromedp.Click(chromedp.CSS("tr.line.fail .expand")), chromedp.WaitVisible(chromedp.CSS("tr.detail .x[open] .curl pre")))
	text := chromium.Ask[string](t, b, `document.querySelector("tr.detail").textContent`)
	for _, want := range []string{"the server shows key K2 after a refused rebuild", "RKP-07b", `key_name "K1"`, "req-", "X-Auth-Token: $OS_TOKEN", "Request", "Answer", `"adminPass": "[redacted]"`, "subject"} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, text, "\"key_name\": \"K2\",\n    \"key_name\": \"it's\"", "duplicate keys are shown as they were sent")
	assert.Contains(t, text, `"<script>alert(1)</script>"`, "markup of a cloud is text here")
	assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
	b.Shoot(t, fmt.Sprintf("%d-row", width))
	b.Do(t, chromedp.Click(chromedp.CSS("tr.line.fail .expand")))
	assert.False(t, chromium.Ask[bool](t, b, `document.querySelector("tr.detail").checkVisibility()`))
}

// openRequirement follows a link to a requirement and opens one of its cases.
func openRequirement(t *testing.T, b *chromium.Browser, width int64) {
	t.Helper()
	b.Do(t, chromedp.Click(chromedp.CSS(`.open a[href="#RKP-12"]`)))
	b.Do(t, chromedp.WaitVisible(chromedp.CSS("#RKP-12 .cases")))
	b.Do(t, chromedp.Click(chromedp.CSS("#RKP-12 .case.error .caseline")), chromedp.WaitVisible(chromedp.CSS("#RKP-12 .detail .steps")))
	assert.Contains(t, chromium.Ask[string](t, b, `document.querySelector("#RKP-12 .detail").textContent`), "time-out build")
	assert.Equal(t, 7, chromium.Ask[int](t, b, `document.querySelectorAll("#RKP-12 .detail .x").length`))
	b.Do(t, chromedp.Click(chromedp.CSS("#RKP-12 .detail .x:not([open]) > summary")), chromedp.WaitVisible(chromedp.CSS("#RKP-12 .detail .x[open] .both")))
	b.Shoot(t, fmt.Sprintf("%d-requirement", width))
}

func TestBrowserIndex(t *testing.T) {
	c, tp := synthetic(t)
	shipped := tp.build(c)
	specified := *shipped
	specified.Profile = "specified"
	dir := t.TempDir()
	require.NoError(t, reports.WriteIndex(dir, []*reports.Report{shipped, &specified}))
	b := chromium.Open(t)
	for _, width := range []int64{1440, 375} {
		b.Do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate("file://"+filepath.Join(dir, "index.html")), chromedp.WaitVisible(chromedp.CSS("h1")))
		assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
		b.Shoot(t, fmt.Sprintf("%d-index", width))
	}
	b.AssertQuiet(t)
}
