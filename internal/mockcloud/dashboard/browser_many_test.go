package dashboard_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/chromium"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// received is the size (bytes) of what the page has received since it was last asked.
const received = `(() => {
	const sum = performance.getEntriesByType("resource").reduce((n, e) => n + e.decodedBodySize, 0);
	performance.clearResourceTimings();
	return sum;
})()`

// However many servers there are, the page asks for those in view only.
func TestBrowserDashboardOfTenThousandServers(t *testing.T) {
	s := seed.Default()
	for i := range s.Hosts {
		s.Hosts[i].VCPUs = 20000
	}
	s.Servers = append(s.Servers,
		seed.Server{Name: "web", Count: 10000, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	cloud := mockcloud.Start(t, mockcloud.WithSeed(s))
	as := client(t, cloud)
	b := chromium.Open(t)
	visit(t, b, cloud, 1440)
	b.Await(t, `document.querySelectorAll("#servers .server").length > 5`)
	b.Await(t, `document.getElementById("tab-servers").textContent.includes("10000")`)
	assert.Less(t, chromium.Ask[int](t, b, received), 200_000, "the first page, not all servers, and the page's own files")

	chromium.Tell(t, b, `new PerformanceObserver(list => { for (const e of list.getEntries()) window.longest = Math.max(window.longest ?? 0, e.duration); })
		.observe({type: "longtask"})`)
	for i := range 5 {
		require.Equal(t, 202, as.create("new-"+string(rune('a'+i))))
		b.Await(t, fmt.Sprintf(`document.querySelector("#servers .item").getAttribute("aria-setsize") === "%d"`, 10000+3+3+1+i)) // with zones and hosts
	}
	assert.Less(t, chromium.Ask[int](t, b, received), 5*100_000, "a change costs a page")

	chromium.Tell(t, b, `document.querySelector("#servers .row[tabindex='0']").focus()`)
	from := time.Now()
	b.Do(t, chromedp.KeyEvent(kb.End))
	b.Await(t, `document.activeElement.closest(".item").getAttribute("aria-posinset") === document.activeElement.closest(".item").getAttribute("aria-setsize")`)
	b.Do(t, chromedp.KeyEvent(kb.Enter))
	b.Await(t, `document.getElementById("detail").open && document.getElementById("detail-title").textContent === "Server web-3"`)
	t.Logf("the last of 10,000 servers after %v, the longest task %v ms", time.Since(from), chromium.Ask[float64](t, b, `window.longest ?? 0`))
	b.Shoot(t, "1440-many")
	b.Do(t, chromedp.KeyEvent(kb.Escape))
	for _, to := range []string{"0.5", "0.25", "0.9", "0"} { // what comes into view comes from the mock
		chromium.Tell(t, b, `(l => { l.scrollTop = l.scrollHeight * `+to+`; })(document.querySelector("#servers .list"))`)
		b.Await(t, `document.querySelectorAll("#servers .server").length > 5 && !document.querySelector("#servers .waiting")`)
	}
	assert.Less(t, chromium.Ask[int](t, b, `document.querySelectorAll("#servers .row").length`), 80, "only what is in view exists")

	b.Do(t, chromedp.SendKeys(chromedp.CSS("#find"), "web-7777"))
	b.Await(t, `document.querySelectorAll("#servers .server").length === 1`)
	b.Await(t, row("web-7777")+`.includes("ACTIVE")`)
	assert.Less(t, chromium.Ask[int](t, b, received), 600_000)
	b.AssertQuiet(t, cloud.URL())
}
