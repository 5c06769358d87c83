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
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
)

// crowded is a cloud with 1,000 servers, some of them busy, locked, shelved or in error, with volumes and fault rules.
func crowded(t *testing.T) (*mockcloud.Cloud, *caller) {
	t.Helper()
	s := seed.Default()
	s.Servers = append(s.Servers, seed.Server{Name: "web", Count: 990, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	cloud := mockcloud.Start(t, mockcloud.WithSeed(s), mockcloud.WithLifecycle(clock.After(30*time.Second)))
	as := client(t, cloud)
	for i := range 10 {
		require.Equal(t, 202, as.create(fmt.Sprintf("db-%02d", i)))
		if i == 6 {
			cloud.Control().Advance(time.Minute)
		}
	}
	_, _, listed := as.do("GET", "/compute/v2.1/servers?name=db-0", "")
	for i, server := range listed["servers"].([]any) {
		at := "/compute/v2.1/servers/" + server.(map[string]any)["id"].(string) + "/action"
		action := []string{
			`{"lock": null}`, `{"os-stop": null}`, `{"shelve": null}`, `{"pause": null}`,
			`{"lock": {"locked_reason": "moving"}}`,
		}[i%5]
		_, _, _ = as.do("POST", at, action)
	}
	for i := range 6 {
		status, _, _ := as.do("POST", "/volume/v3/00000000000000000000000000000a02/volumes",
			fmt.Sprintf(`{"volume": {"size": %d, "name": "data-%d"}}`, i+1, i))
		require.Equal(t, 202, status)
	}
	cloud.Control().Advance(time.Minute)
	_, _, _ = as.do("POST", "/compute/v2.1/servers", `{"server": {}}`)
	_, _, _ = as.do("GET", "/compute/v2.1/servers/nowhere", "")
	return cloud, as
}

func TestBrowserDashboardOfACrowdedCloud(t *testing.T) {
	cloud, as := crowded(t)
	b := chromium.Open(t)
	for _, width := range []int64{1440, 375} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%s at %d", scheme, width), func(t *testing.T) {
				b.Scheme(t, scheme)
				visit(t, b, cloud, width)
				b.Await(t, `document.querySelectorAll("#servers .server").length > 5 && document.querySelectorAll("#journal .exchange").length > 5`)
				assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width),
					"nothing sticks out sideways")
				assert.Less(t, chromium.Ask[int](t, b, `document.querySelectorAll("#servers .row").length`), 80, "only what is in view exists")
				b.Shoot(t, fmt.Sprintf("%d-%s-servers", width, scheme))
				assert.Empty(t, chromium.LowContrast(t, b))
				for _, tab := range []string{"volumes", "networks", "images", "users", "quotas", "ports", "faults", "setup"} {
					b.Do(t, chromedp.Click(chromedp.CSS("#tab-"+tab)))
					b.Await(t, fmt.Sprintf(`document.getElementById(%q).checkVisibility()`, tab))
					b.Await(t, fmt.Sprintf(`!document.querySelector("#%s .list") || document.querySelectorAll("#%s .item").length > 0`, tab, tab))
					assert.Empty(t, chromium.LowContrast(t, b), tab)
					assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), float64(width), tab)
					chromium.Tell(t, b, fmt.Sprintf(`document.getElementById(%q).scrollIntoView({block: "end"})`, tab))
					b.Shoot(t, fmt.Sprintf("%d-%s-%s", width, scheme, tab))
				}
				chromium.Tell(t, b, `sessionStorage.clear()`)
			})
		}
	}
	t.Run("by the keyboard to the last of a thousand", func(t *testing.T) {
		visit(t, b, cloud, 1440)
		b.Await(t, `document.querySelectorAll("#servers .server").length > 5`)
		chromium.Tell(t, b, `document.querySelector("#servers .row[tabindex='0']").focus()`)
		b.Do(t, chromedp.KeyEvent(kb.End))
		b.Await(t, `document.activeElement.closest(".item").getAttribute("aria-posinset") === document.activeElement.closest(".item").getAttribute("aria-setsize")`)
		b.Do(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS("#detail[open] h2")))
		b.Shoot(t, "1440-server")
		b.Do(t, chromedp.KeyEvent(kb.Escape))
		unnamed := chromium.Ask[[]string](t, b, `[...document.querySelectorAll("button, input, select")].filter(e => e.checkVisibility() &&
			!(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)`)
		assert.Empty(t, unnamed, "everything has a name")
	})
	t.Run("a busy journal is told, and what is left out too", func(t *testing.T) {
		for range 1500 {
			as.do("GET", "/compute/v2.1/flavors/1", "")
		}
		b.Await(t, `document.querySelector("#journal .url").textContent.includes("/flavors/1")`)
		assert.Less(t, chromium.Ask[int](t, b, `document.querySelectorAll("#journal .row").length`), 80)
	})
	b.AssertQuiet(t, cloud.URL())
}

func TestBrowserDashboardAsksForTheToken(t *testing.T) {
	const token = "a-token-for-the-dashboard"
	cloud := mockcloud.Start(t, mockcloud.WithControlToken(token))
	b := chromium.Open(t)
	b.Do(t, chromedp.EmulateViewport(1440, 900), chromedp.Navigate(cloud.URL()+"/"), chromedp.WaitVisible(chromedp.CSS("#login[open] #token")))
	b.Shoot(t, "1440-token")
	b.Do(t, chromedp.SendKeys(chromedp.CSS("#token"), "wrong-wrong-wrong\r"))
	b.Await(t, `document.querySelector("#login .wrong").textContent === "The mock does not know this token."`)
	b.Do(t, chromedp.SendKeys(chromedp.CSS("#token"), token+"\r"))
	b.Await(t, `document.getElementById("live").textContent === "live" && document.documentElement.dataset.mark`)
	client(t, cloud).create("one")
	b.Await(t, row("one")+`.includes("ACTIVE")`)
	assert.Equal(t, token, chromium.Ask[string](t, b, `sessionStorage.getItem("plumbline-control-token")`))
	b.AssertQuiet(t, cloud.URL())
}
