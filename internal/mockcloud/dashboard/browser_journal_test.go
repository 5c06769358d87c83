package dashboard_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
	"plumbline/internal/reports/chromium"
	"plumbline/mockcloud"
)

// withoutAggregates takes the list of aggregates out of what the mock performs.
func withoutAggregates(cloud *setup.Cloud) error {
	chain, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	if err != nil {
		return err
	}
	less, err := chain.WithOverlayBetween(openapi.MustVersion("2.1"), openapi.Version{}, overlay.Overlay{Actions: []overlay.OverlayAction{
		{Target: "$.paths['/os-aggregates'].get", Update: map[string]any{openapi.UnimplementedKey: true}},
	}})
	if err != nil {
		return err
	}
	cloud.Env.Mutant = &pipeline.Mutant{Chain: map[openapi.Service]*openapi.Chain{openapi.Compute: less}}
	return nil
}

func TestBrowserDashboardTellsRefusedFromUnimplemented(t *testing.T) {
	cloud := mockcloud.Start(t, withoutAggregates)
	as := client(t, cloud)
	status, header, _ := as.do("GET", "/compute/v2.1/os-aggregates", "")
	require.Equal(t, 404, status)
	require.Equal(t, "GET /os-aggregates", header.Get("X-Plumbline-Unimplemented"))
	status, _, _ = as.do("POST", "/compute/v2.1/servers", `{"server": {}}`)
	require.Equal(t, 400, status)
	status, _, _ = as.do("GET", "/compute/v2.1/servers/nowhere", "")
	require.Equal(t, 404, status)
	status, _, _ = as.do("GET", "/compute/v2.1/servers", "")
	require.Equal(t, 200, status)

	b := chromium.Open(t)
	visit(t, b, cloud, 1440)
	rows := func() []string {
		return chromium.Ask[[]string](t, b, `[...document.querySelectorAll("#journal .exchange")].map(r => r.getAttribute("aria-label")).sort()`)
	}
	b.Await(t, `document.querySelectorAll("#journal .exchange").length === 5`)
	assert.Equal(t, "2", chromium.Ask[string](t, b, `document.getElementById("refusals").textContent`))
	assert.Equal(t, "1", chromium.Ask[string](t, b, `document.getElementById("missings").textContent`))
	assert.Equal(t, "? 1", chromium.Ask[string](t, b, `document.querySelector("#tab-journal .n").textContent`))
	assert.Equal(t, "1 request for what the mock does not implement", chromium.Ask[string](t, b, `document.getElementById("tab-journal").title`))
	assert.Contains(t, chromium.Ask[string](t, b, `document.querySelector("#journal .missing").textContent`), "not implemented")
	assert.Contains(t, chromium.Ask[string](t, b, `[...document.querySelectorAll("#journal .odd .stage")].map(s => s.textContent).sort().join()`), "schema")
	background := func(kind string) string {
		return chromium.Ask[string](t, b, `getComputedStyle(document.querySelector("#journal .exchange.`+kind+`")).boxShadow + getComputedStyle(document.querySelector("#journal .exchange.`+kind+`")).backgroundColor`)
	}
	assert.NotEqual(t, background("good"), background("odd"))
	assert.NotEqual(t, background("good"), background("missing"))
	assert.NotEqual(t, background("odd"), background("missing"))

	b.Do(t, chromedp.Click(chromedp.CSS("#missing")))
	b.Await(t, `document.querySelectorAll("#journal .exchange").length === 1`)
	assert.Equal(t, []string{"GET /compute/v2.1/os-aggregates, 404 not implemented"}, rows())
	b.Do(t, chromedp.Click(chromedp.CSS("#refused")))
	b.Await(t, `document.querySelectorAll("#journal .exchange").length === 3`)
	b.Do(t, chromedp.Click(chromedp.CSS("#missing")))
	b.Await(t, `document.querySelectorAll("#journal .exchange").length === 2`)
	assert.Equal(t, []string{"GET /compute/v2.1/servers/nowhere, 404 refused", "POST /compute/v2.1/servers, 400 refused"}, rows())
	b.Do(t, chromedp.Click(chromedp.CSS("#refused")))
	b.Await(t, `document.querySelectorAll("#journal .exchange").length === 5`)
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 375} {
			b.Scheme(t, scheme)
			b.Do(t, chromedp.EmulateViewport(width, 900))
			chromium.Tell(t, b, `document.getElementById("journal").scrollIntoView({block: "end"})`)
			assert.Empty(t, chromium.LowContrast(t, b), scheme)
			assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
			assert.Zero(t, chromium.Ask[int](t, b, `[...document.querySelectorAll("#journal .exchange")].filter(r => [...r.children].some(c => c.checkVisibility() && (
				c.getBoundingClientRect().bottom > r.getBoundingClientRect().bottom || c.getBoundingClientRect().top < r.getBoundingClientRect().top))).length`),
				"nothing sticks out of its row")
			b.Shoot(t, map[int64]string{1440: "1440-", 375: "375-"}[width]+scheme+"-journal")
		}
	}
	chromium.Tell(t, b, `document.querySelector("#journal .missing").click()`)
	b.Await(t, `document.getElementById("detail").open`)
	assert.Contains(t, chromium.Ask[string](t, b, `document.getElementById("detail").textContent`), "The mock does not implement this operation yet: GET /os-aggregates")
	chromium.Tell(t, b, `document.getElementById("detail").close()`)
	chromium.Tell(t, b, `[...document.querySelectorAll("#journal .exchange")].find(r => r.getAttribute("aria-label").includes("400 refused")).click()`)
	b.Await(t, `document.querySelector(".way .refused")?.textContent.includes("schema")`)
	passed := chromium.Ask[[]string](t, b, `[...document.querySelectorAll(".way .passed")].map(p => p.lastChild.textContent)`)
	assert.Contains(t, passed, "token")
	assert.Regexp(t, `^\d+ more were not reached$`, chromium.Ask[string](t, b, `document.querySelector(".way summary").textContent`))
	assert.Contains(t, chromium.Ask[string](t, b, `document.querySelector(".way details").textContent`), "image exists")
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 375} {
			b.Scheme(t, scheme)
			b.Do(t, chromedp.EmulateViewport(width, 900))
			assert.Empty(t, chromium.LowContrast(t, b), scheme)
			assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width))
			b.Shoot(t, map[int64]string{1440: "1440-", 375: "375-"}[width]+scheme+"-way")
		}
	}
	b.AssertQuiet(t, cloud.URL())
}
