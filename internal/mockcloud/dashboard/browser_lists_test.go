package dashboard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/chromium"
	"plumbline/mockcloud"
)

// listed is the text of the first row of a kind that has a word, "" when there is none.
func listed(kind, word string) string {
	return fmt.Sprintf(`([...document.querySelectorAll("#%s .row")].find(r => r.textContent.includes(%q))?.textContent ?? "")`, kind, word)
}

// openRow clicks on the first row of a kind that has a word, and answers the text of its panel.
func openRow(t *testing.T, b *chromium.Browser, kind, word string) string {
	t.Helper()
	b.Await(t, listed(kind, word)+` !== ""`)
	chromium.Tell(t, b, fmt.Sprintf(`[...document.querySelectorAll("#%s .row")].find(r => r.textContent.includes(%q)).click()`, kind, word))
	b.Await(t, `document.getElementById("detail").open`)
	text := chromium.Ask[string](t, b, `document.getElementById("detail").innerText`)
	b.Shoot(t, "1440-panel-"+kind)
	b.Do(t, chromedp.KeyEvent("\x1b"))
	b.Await(t, `!document.getElementById("detail").open`)
	return text
}

func TestBrowserDashboardLists(t *testing.T) {
	cloud := mockcloud.Start(t)
	as := client(t, cloud)
	b := chromium.Open(t)
	visit(t, b, cloud, 1440)
	var network string
	choose := func(kind string) { b.Do(t, chromedp.Click(chromedp.CSS("#tab-"+kind))) }

	t.Run("what clients make appears in its list, which opens", func(t *testing.T) {
		choose("networks")
		b.Await(t, listed("networks", "private")+` !== ""`)
		status, _, made := as.do("POST", "/network/v2.0/networks", `{"network": {"name": "lab"}}`)
		require.Equal(t, 201, status)
		network = made["network"].(map[string]any)["id"].(string)
		status, _, _ = as.do("POST", "/network/v2.0/subnets", `{"subnet": {"network_id": "`+network+`", "cidr": "192.0.2.0/24", "ip_version": 4}}`)
		require.Equal(t, 201, status)
		b.Await(t, listed("networks", "lab")+`.includes("192.0.2.0/24")`)
		assert.Contains(t, openRow(t, b, "networks", "lab"), network)
		status, _, _ = as.do("POST", "/network/v2.0/ports", `{"port": {"network_id": "`+network+`", "name": "lab-port"}}`)
		require.Equal(t, 201, status)
		choose("ports")
		assert.Contains(t, openRow(t, b, "ports", "lab-port"), "192.0.2.2")
		choose("images")
		assert.Contains(t, openRow(t, b, "images", "cirros-a"), "qcow2")
		choose("users")
		assert.Contains(t, openRow(t, b, "users", "system-admin"), "admin in the system")
	})
	t.Run("quotas show what is used, and of how much", func(t *testing.T) {
		status, _, _ := as.do("PUT", "/compute/v2.1/os-quota-sets/00000000000000000000000000000a02", `{"quota_set": {"cores": 7}}`)
		require.Equal(t, 200, status)
		require.Equal(t, 202, as.create("web"))
		choose("quotas")
		b.Await(t, `[...document.querySelectorAll("#quotas .row")].some(r => r.textContent.includes("demo") && r.textContent.includes("cores 1 of 7"))`)
		assert.Regexp(t, `(?m)^cores\s+1\s+7$`, openRow(t, b, "quotas", "cores 1 of 7"))
	})
	t.Run("words are searched by the mock", func(t *testing.T) {
		choose("users")
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#find"), "member2"))
		b.Await(t, `document.querySelectorAll("#users .row").length === 1 && document.querySelector("#users .row").textContent.includes("member2")`)
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#find"), " nobody"))
		b.Await(t, `document.querySelector("#users .empty").textContent.includes("has these words")`)
		chromium.Tell(t, b, `(document.getElementById("find").value = "", document.getElementById("find").dispatchEvent(new Event("input")))`)
		b.Await(t, `document.querySelectorAll("#users .row").length > 1`)
	})
	t.Run("a server's panel says what it is made of and what it wrote", func(t *testing.T) {
		status, _, _ := as.do("POST", "/compute/v2.1/os-keypairs",
			`{"keypair": {"name": "mine", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f x"}}`)
		require.Equal(t, 201, status)
		status, _, _ = as.do("POST", "/compute/v2.1/servers", `{"server": {"name": "whole", "flavorRef": "1", "key_name": "mine", "networks": [{"uuid": "`+network+`"}],
			"imageRef": "00000000-0000-4000-8000-0000000000a1"}}`)
		require.Equal(t, 202, status)
		choose("servers")
		text := openRow(t, b, "servers", "whole")
		for _, part := range []string{"cirros-a (00000000-0000-4000-8000-0000000000a1)", "m1.tiny: 1 vCPU", "mine ", "fixed", "login:"} {
			assert.Contains(t, text, part)
		}
		assert.NotContains(t, strings.ToLower(text), "undefined")
		b.Do(t, chromedp.EmulateViewport(375, 900))
		chromium.Tell(t, b, `[...document.querySelectorAll("#servers .server")].find(r => r.textContent.includes("whole")).click()`)
		b.Await(t, `document.getElementById("detail").open`)
		assert.LessOrEqual(t, chromium.Ask[float64](t, b, `document.documentElement.scrollWidth`), 375.0)
		b.Shoot(t, "375-panel-servers")
	})
	b.AssertQuiet(t, cloud.URL())
}
