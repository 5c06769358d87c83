package reports_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/chromium"
)

const visible = `[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).length`

// opened is a page in a browser, as wide as a screen or a telephone, with the bodies of all specifications unpacked.
func opened(t *testing.T, file string, width int64) (*chromium.Browser, string) {
	t.Helper()
	b, page := asWritten(t, file, width)
	chromium.Tell(t, b, `document.querySelectorAll("[data-open]").forEach(opener => opener.click())`)
	b.Await(t, `document.querySelectorAll("[data-open]").length === 0`)
	return b, page
}

// asWritten is a page in a browser as it stands when it is opened.
func asWritten(t *testing.T, file string, width int64) (*chromium.Browser, string) {
	t.Helper()
	page := (&url.URL{Scheme: "file", Path: file}).String()
	b := chromium.Open(t)
	b.Do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(page))
	b.Await(t, `document.documentElement.classList.contains("ready")`)
	return b, page
}

// choose gives a list of the toolbar one of its values.
func choose(t *testing.T, b *chromium.Browser, id, value string) {
	t.Helper()
	chromium.Tell(t, b, fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("change")) })(document.getElementById(%q))`, value, id))
}

func press(t *testing.T, b *chromium.Browser, selector string) {
	t.Helper()
	chromium.Tell(t, b, fmt.Sprintf(`document.querySelector(%q).click()`, selector))
}

func TestBrowserReport(t *testing.T) {
	dir, _, _ := written(t)
	for _, width := range []int64{1440, 375} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			b, _ := opened(t, filepath.Join(dir, "report.html"), width)
			b.Shoot(t, fmt.Sprintf("%d-top", width))
			shown := chromium.Ask[string](t, b, `[...document.querySelectorAll(".mast .meta > div")]
				.filter((e) => e.getClientRects().length).map((e) => e.textContent).join()`)
			for _, name := range []string{"Target", "Profile", "Started"} {
				assert.Contains(t, shown, name, "whose report it is, and of when, shows at any width")
			}
			assert.Less(t, chromium.Ask[float64](t, b, `document.querySelector(".open > li").getBoundingClientRect().top`), 900.0, "what failed is above the fold")
			assert.Equal(t, "Not conformant", chromium.Ask[string](t, b, `document.querySelector("h1 .word").textContent`))
			assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width), "nothing sticks out sideways")
			filterRequirements(t, b)
			openRow(t, b, width)
			openRequirement(t, b, width)
			b.Do(t, chromedp.Click(chromedp.CSS("#theme")))
			assert.NotEmpty(t, chromium.Ask[string](t, b, `document.documentElement.dataset.theme`))
			b.AssertQuiet(t)
		})
	}
}

// filterRequirements tries each kind of filter, alone and together.
func filterRequirements(t *testing.T, b *chromium.Browser) {
	t.Helper()
	shown := func() int { return chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")) }
	all := shown()
	assert.Equal(t, 64, all, "what was not testable is folded")
	assert.Equal(t, 78, chromium.Ask[int](t, b, `document.querySelectorAll(".req").length`))
	press(t, b, `.chip[data-filter="fail"]`)
	assert.Equal(t, 3, shown(), "three requirements failed")
	assert.Equal(t, 2, chromium.Ask[int](t, b, fmt.Sprintf(visible, "tr.line")), "two rows of decision tables failed")
	assert.Equal(t, "3 of 78 requirements and 2 rows shown", chromium.Ask[string](t, b, `document.getElementById("shown").textContent`))
	press(t, b, `.chip[data-filter="error"]`)
	assert.Equal(t, 5, shown(), "any of the verdicts")
	b.Do(t, chromedp.Click(chromedp.CSS("#clear")), chromedp.SendKeys(chromedp.CSS("#q"), "rkp-15 reader"))
	assert.Equal(t, 1, shown(), "all of the words")
	b.Do(t, chromedp.SendKeys(chromedp.CSS("#q"), "xyzzy"))
	assert.True(t, chromium.Ask[bool](t, b, `document.getElementById("nothing").checkVisibility()`))
	b.Do(t, chromedp.Click(chromedp.CSS("#clear2")))
	choose(t, b, "spec", "microversions")
	assert.Equal(t, 36, shown())
	choose(t, b, "class", "N")
	assert.Equal(t, 0, shown(), "both of two lists")
	press(t, b, "#clear")
	choose(t, b, "class", "N")
	assert.Equal(t, 12, shown())
	choose(t, b, "class", "")
	choose(t, b, "version", "2.53")
	swept := shown()
	assert.Greater(t, swept, 30, "the sweep went to 2.53")
	assert.Less(t, swept, all)
	press(t, b, "#clear")
	press(t, b, `.chip[data-flag="drift"]`)
	drifted := shown()
	assert.Positive(t, drifted)
	assert.Less(t, drifted, all)
	press(t, b, "#clear")
	assert.Equal(t, all, shown())
}

// openRow expands the failed row of the decision table and reads what it shows.
func openRow(t *testing.T, b *chromium.Browser, width int64) {
	t.Helper()
	press(t, b, "tr.line.fail .expand")
	b.Await(t, `document.querySelector("tr.detail .x[open] .curl pre")?.checkVisibility() && document.querySelector("tr.detail .steps li:nth-of-type(4)")`)
	text := chromium.Ask[string](t, b, `document.querySelector("tr.detail").textContent`)
	for _, want := range []string{
		"the server shows key K2 after a refused rebuild", "RKP-07b", "req-",
		"X-Auth-Token: $OS_TOKEN", "Request", "Answer", `"adminPass": "[redacted]"`, "subject", "4 set-up exchanges",
		"1 clean-up exchange", "Outside its document",
	} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, text, "\"key_name\": \"K2\",\n    \"key_name\": \"it's\"", "duplicate keys are shown as they were sent")
	assert.Contains(t, text, `"<script>alert(1)</script>"`, "markup of a cloud is text here")
	assert.Equal(t, "K1|K2",
		chromium.Ask[string](t, b,
			`document.querySelector("tr.detail .compare del").textContent.replaceAll('"', "") + "|" + document.querySelector("tr.detail .compare ins").textContent.replaceAll('"', "")`), "the difference is marked")
	copySummary(t, b)
	assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
	chromium.Tell(t, b, `document.querySelector("tr.line.fail").scrollIntoView()`)
	b.Shoot(t, fmt.Sprintf("%d-row", width))
	press(t, b, "tr.line.fail .expand")
	assert.False(t, chromium.Ask[bool](t, b, `document.querySelector("tr.detail").checkVisibility()`))
}

// copySummary copies the failed row as a text for an issue, in a browser that does not let pages copy.
func copySummary(t *testing.T, b *chromium.Browser) {
	t.Helper()
	chromium.Tell(t, b, `navigator.clipboard.writeText = () => Promise.reject(new Error("no"))`)
	chromium.Tell(t, b, `[...document.querySelectorAll("tr.detail button")].find(e => e.textContent === "Copy as text").click()`)
	b.Await(t, `document.querySelector("tr.detail .summarytext")`)
	text := chromium.Ask[string](t, b, `document.querySelector("tr.detail .summarytext").textContent`)
	for _, want := range []string{
		": fail\n\nprod, at 2.54, as member\n", "the server shows key K2 after a refused rebuild", "```gherkin\n", "```sh\ncurl -sS -i",
		"X-Auth-Token: $OS_TOKEN", "The answer, ", "By hand: plumbline report script DIR RKP-07b > row.sh",
	} {
		assert.Contains(t, text, want)
	}
	chromium.Tell(t, b, `document.querySelector("tr.detail .summarytext").remove()`)
}

// openRequirement follows a link to a requirement and opens one of its cases.
func openRequirement(t *testing.T, b *chromium.Browser, width int64) {
	t.Helper()
	press(t, b, `.open a[href="#RKP-12"]`)
	b.Await(t, `document.querySelector("#RKP-12 .case.error > summary")?.checkVisibility()`)
	press(t, b, "#RKP-12 .case.error > summary")
	b.Await(t, `document.querySelector("#RKP-12 .error .detail .steps")?.checkVisibility()`)
	assert.Contains(t, chromium.Ask[string](t, b, `document.querySelector("#RKP-12 .error .detail").textContent`), "time-out build")
	press(t, b, "#RKP-12 .error .detail .several > summary")
	b.Await(t, `document.querySelectorAll("#RKP-12 .error .detail .several .x").length == 4`)
	press(t, b, "#RKP-12 .error .detail .several .x > summary")
	b.Await(t, `document.querySelector("#RKP-12 .error .detail .several .x[open] .both")?.checkVisibility()`)
	b.Shoot(t, fmt.Sprintf("%d-requirement", width))
}

func TestBrowserIndex(t *testing.T) {
	c, tp := synthetic(t)
	shipped := tp.build(c)
	specified := *shipped
	specified.Profile = "specified"
	dir := t.TempDir()
	require.NoError(t, bundle.WriteIndex(dir, []*reports.Report{shipped, &specified}))
	b, _ := opened(t, filepath.Join(dir, "index.html"), 1440)
	for _, width := range []int64{1440, 375} {
		b.Do(t, chromedp.EmulateViewport(width, 900))
		assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
		b.Shoot(t, fmt.Sprintf("%d-index", width))
	}
	assert.Equal(t, "shipped/report.html#RKP-01 specified/report.html#RKP-01",
		chromium.Ask[string](t, b,
			`[...document.querySelectorAll("#RKP-01 .facts a")].map(a => a.getAttribute("href")).join(" ")`), "the index links to the evidence")
	assert.Equal(t, "shipped/report.html#row-RKP-01a",
		chromium.Ask[string](t, b, `document.querySelector("#row-RKP-01a .vcell a").getAttribute("href")`))
	press(t, b, `.chip[data-filter="fail"]`)
	assert.Equal(t, 3, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")), "filters work on the index")
	b.Do(t, chromedp.Click(chromedp.CSS("#clear")), chromedp.SendKeys(chromedp.CSS("#q"), "rkp-15"))
	assert.Equal(t, 1, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")), "and so does the search")
	press(t, b, "#clear")
	key(t, b, "j")
	assert.NotEmpty(t, focused(t, b), "and so do the keys")
	b.AssertQuiet(t)
}
