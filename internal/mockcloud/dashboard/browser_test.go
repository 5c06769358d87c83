package dashboard_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/chromium"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/faults"
)

// visit opens the dashboard of a cloud and waits until it is live.
func visit(t *testing.T, b *chromium.Browser, cloud *mockcloud.Cloud, width int64) {
	t.Helper()
	b.Do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(cloud.URL()+"/_plumbline/"), chromedp.WaitVisible(chromedp.CSS("h1")))
	b.Await(t, `document.getElementById("live").textContent === "live" && document.documentElement.dataset.mark`)
}

// row is the text of the server of a name, "" when there is none.
func row(name string) string {
	return fmt.Sprintf(`([...document.querySelectorAll("#servers .server")].find(r => r.querySelector(".name").textContent === %q)?.textContent ?? "")`, name)
}

func TestBrowserDashboard(t *testing.T) {
	cloud := mockcloud.Start(t, mockcloud.WithLifecycle(clock.After(time.Hour)))
	as := client(t, cloud)
	b := chromium.Open(t)
	visit(t, b, cloud, 1440)
	b.Await(t, `document.querySelector("#servers").textContent.includes("availability zone, 1 host, 0 servers")`)
	b.Shoot(t, "1440-empty")

	t.Run("a server that a client makes appears by itself, and the clock's button makes it active", func(t *testing.T) {
		as.create("one")
		b.Await(t, row("one")+`.includes("BUILD")`)
		b.Await(t, `document.getElementById("work").textContent.startsWith("1 piece of work waits")`)
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#by"), "1h"), chromedp.Click(chromedp.CSS("#custom button")))
		b.Await(t, row("one")+`.includes("ACTIVE")`)
		b.Do(t, chromedp.Click(chromedp.CSS("#freeze")))
		b.Await(t, `document.getElementById("freeze").getAttribute("aria-pressed") === "true"`)
		assert.True(t, cloudcontrol.Of(cloud).Clock().(*machineclock.Clock).Frozen())
		at := cloudcontrol.Of(cloud).Clock().Now()
		b.Do(t, chromedp.Click(chromedp.CSS(`[data-by="10s"]`)), chromedp.Click(chromedp.CSS(`[data-by="1s"]`)))
		b.Await(t, fmt.Sprintf(`document.getElementById("now").textContent.startsWith(%q)`, at.Add(11*time.Second).Format(time.DateTime)))
		b.Do(t, chromedp.Click(chromedp.CSS("#freeze")))
		b.Await(t, `document.getElementById("freeze").getAttribute("aria-pressed") === "false"`)
	})
	t.Run("the journal is live and an exchange opens whole, without secrets", func(t *testing.T) {
		b.Await(t, `document.querySelectorAll("#journal .exchange").length >= 2`)
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#grep"), "auth/tokens"))
		b.Await(t, `document.querySelectorAll("#journal .exchange").length === 1`)
		b.Do(t, chromedp.Click(chromedp.CSS("#journal .exchange")), chromedp.WaitVisible(chromedp.CSS("#detail[open] h2")))
		text := chromium.Ask[string](t, b, `document.getElementById("detail").textContent`)
		assert.Contains(t, text, "tokens.create")
		assert.Contains(t, text, `"password": "[redacted]"`)
		assert.Contains(t, text, "X-Subject-Token: [redacted sha256:")
		assert.NotContains(t, text, `"secret"`)
		chromium.Tell(t, b, `(navigator.clipboard.writeText = async text => { window.copied = text; })`)
		b.Do(t, chromedp.Click(chromedp.CSS("#copy")))
		b.Await(t, `document.getElementById("copy").textContent === "Copied" && window.copied === document.getElementById("curl").textContent`)
		command := chromium.Ask[string](t, b, `window.copied`)
		assert.Contains(t, command, "'"+cloud.URL()+"/identity/v3/auth/tokens'")
		assert.Contains(t, command, `"password": "[redacted]"`)
		assert.NotContains(t, command, `"secret"`)
		b.Shoot(t, "1440-exchange")
		b.Do(t, chromedp.KeyEvent("\x1b"))
		b.Await(t, `!document.getElementById("detail").open`)
		chromium.Tell(t, b, `(document.getElementById("grep").value = "servers.create", document.getElementById("grep").dispatchEvent(new Event("input")))`)
		b.Await(t, `document.querySelector("#journal .exchange")?.textContent.includes("servers.create")`)
		chromium.Tell(t, b, `(navigator.clipboard.writeText = async () => { throw new Error("not here"); })`)
		b.Do(t, chromedp.Click(chromedp.CSS("#journal .exchange")), chromedp.WaitVisible(chromedp.CSS("#copy")),
			chromedp.Click(chromedp.CSS("#copy")))
		b.Await(t, `document.getElementById("copy").textContent.startsWith("Selected") && getSelection().toString().includes('X-Auth-Token: $OS_TOKEN')`)
		b.Do(t, chromedp.KeyEvent("\x1b"))
		b.Await(t, `!document.getElementById("detail").open`)
		chromium.Tell(t, b, `(document.getElementById("grep").value = "", document.getElementById("grep").dispatchEvent(new Event("input")))`)
	})
	t.Run("a fault rule that is made here makes the next request fail", func(t *testing.T) {
		b.Do(t, chromedp.Click(chromedp.CSS("#tab-faults")), chromedp.SetValue(chromedp.CSS("#template"), "0"))
		chromium.Tell(t, b, `document.getElementById("template").dispatchEvent(new Event("input"))`)
		b.Shoot(t, "1440-faults-form")
		b.Do(t, chromedp.Click(chromedp.CSS("#rule .main")))
		b.Await(t, `document.getElementById("rules").textContent.includes("servers.create → answer 500")`)
		assert.Equal(t, 500, as.create("two"))
		assert.Equal(t, 202, as.create("three"))
		b.Await(t, `document.getElementById("rules").textContent.includes("used up")`)
		b.Shoot(t, "1440-faults")
		b.Do(t, chromedp.Click(chromedp.CSS("#rules .edit")), chromedp.WaitVisible(chromedp.CSS("#rules form")))
		b.Do(t, chromedp.SetValue(chromedp.CSS("#fault-1-status"), "409"), chromedp.SetValue(chromedp.CSS("#fault-1-times"), "2"))
		require.Equal(t, 202, as.create("meanwhile")) // the rule matches, and the form stays
		b.Await(t, row("meanwhile")+` !== ""`)
		b.Shoot(t, "1440-faults-edit")
		assert.Equal(t, "409", chromium.Ask[string](t, b, `document.getElementById("fault-1-status").value`))
		b.Do(t, chromedp.Click(chromedp.CSS("#rules form .main")))
		b.Await(t, `document.getElementById("rules").textContent.includes("servers.create → answer 409") && document.getElementById("rules").textContent.includes("2 of 2")`)
		assert.Equal(t, 409, as.create("four"))
		assert.Equal(t, 409, as.create("five"))
		assert.Equal(t, 202, as.create("six"))
		b.Await(t, `document.getElementById("rules").textContent.includes("used up")`)
		b.Do(t, chromedp.Click(chromedp.CSS("#rules .edit")), chromedp.WaitVisible(chromedp.CSS("#rules form")), chromedp.KeyEvent("\x1b"))
		b.Await(t, `!document.querySelector("#rules form") && document.querySelectorAll("#rules .rule").length === 1`)
		b.Do(t, chromedp.Click(chromedp.CSS("#rules .remove")))
		b.Await(t, `document.getElementById("no-rules").checkVisibility() && document.getElementById("rules").textContent === ""`)
		b.Do(t, chromedp.Click(chromedp.CSS("#tab-journal")), chromedp.Click(chromedp.CSS("#refused")))
		b.Await(t, `document.querySelectorAll("#journal .exchange.bad").length === 1 && document.querySelectorAll("#journal .exchange.odd").length === 2`)
		assert.Contains(t, chromium.Ask[string](t, b, `document.querySelector("#journal .exchange.bad").textContent`), "fault-1")
		b.Do(t, chromedp.Click(chromedp.CSS("#refused")))
	})
	t.Run("a setting is changed where it stands", func(t *testing.T) {
		before := cloudcontrol.Of(cloud).Settings()
		b.Do(t, chromedp.Click(chromedp.CSS("#tab-setup")))
		b.Await(t, `document.getElementById("s-cross_az_attach").checked && document.getElementById("s-shelved_offload_time").value === "0"`)
		b.Do(t, chromedp.Click(chromedp.CSS("#s-cross_az_attach")))
		chromium.Tell(t, b, `document.getElementById("s-shelved_offload_time").select()`)
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#s-shelved_offload_time"), "30\r"))
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#s-default_schedule_zone"), "az2\r"))
		now := before
		now.CrossAZAttach, now.ShelvedOffloadTime, now.DefaultScheduleZone = false, 30*time.Second, "az2"
		assert.Eventually(t, func() bool { return cloudcontrol.Of(cloud).Settings() == now }, 20*time.Second, 20*time.Millisecond)
		chromium.Tell(t, b, `document.activeElement.blur()`)
		cloudcontrol.Of(cloud).Choose(before)
		b.Await(t, `document.getElementById("s-cross_az_attach").checked && document.getElementById("s-shelved_offload_time").value === "0" &&
			document.getElementById("s-default_schedule_zone").value === ""`)
	})
	t.Run("a service is made older, and as new as known again, where its newest microversion stands", func(t *testing.T) {
		known := cloudcontrol.Of(cloud).NewestMicroversions()
		newest := func() openapi.Version { return cloudcontrol.Of(cloud).NewestMicroversions()[openapi.BlockStorage] }
		b.Do(t, chromedp.Click(chromedp.CSS("#tab-setup")))
		b.Await(t, `document.getElementById("m-block-storage").value === "`+known[openapi.BlockStorage].String()+`"`)
		chromium.Tell(t, b, `document.getElementById("m-block-storage").select()`)
		b.Do(t, chromedp.SendKeys(chromedp.CSS("#m-block-storage"), "3.67\r"))
		assert.Eventually(t, func() bool { return newest() == openapi.MustVersion("3.67") }, 20*time.Second, 20*time.Millisecond)
		assert.Equal(t, known[openapi.Compute], cloudcontrol.Of(cloud).NewestMicroversions()[openapi.Compute], "other services stay")
		b.Shoot(t, "1440-microversions")
		chromium.Tell(t, b, `(f => { f.value = ""; f.dispatchEvent(new Event("change")); })(document.getElementById("m-block-storage"))`)
		b.Await(t, `document.getElementById("m-block-storage").value === "`+known[openapi.BlockStorage].String()+`"`)
		assert.Equal(t, known, cloudcontrol.Of(cloud).NewestMicroversions())
	})
	t.Run("a snapshot is taken and restored, and reset asks first", func(t *testing.T) {
		b.Do(t, chromedp.Click(chromedp.CSS("#tab-setup")), chromedp.Click(chromedp.CSS("#snapshot")))
		b.Await(t, `document.getElementById("snapshots").textContent.includes("snapshot-1")`)
		b.Shoot(t, "1440-setup")
		b.Do(t, chromedp.Click(chromedp.CSS("#reset")), chromedp.WaitVisible(chromedp.CSS("#confirm[open]")))
		b.Shoot(t, "1440-confirm")
		b.Do(t, chromedp.KeyEvent("\x1b"))
		b.Await(t, `!document.getElementById("confirm").open`)
		assert.Equal(t, 4, cloud.Control().Records()["servers"], "nothing happens to who thinks better of it")
		b.Do(t, chromedp.Click(chromedp.CSS("#reset")), chromedp.WaitVisible(chromedp.CSS("#confirm[open]")))
		chromium.Ask[bool](t, b, `document.getElementById("confirm").dispatchEvent(new Event("close"))`) // a late one, of the question before
		b.Do(t, chromedp.Click(chromedp.CSS("#confirm .danger")))
		b.Await(t, row("one")+` === ""`)
		b.Do(t, chromedp.Click(chromedp.CSS("#snapshots button")), chromedp.WaitVisible(chromedp.CSS("#confirm[open]")),
			chromedp.Click(chromedp.CSS("#confirm .danger")))
		b.Await(t, row("one")+`.includes("ACTIVE")`)
	})
	b.AssertQuiet(t, cloud.URL())
}

// What the mock refuses is said, and the page shows what is in force.
func TestBrowserDashboardSaysWhatIsRefused(t *testing.T) {
	cloud := mockcloud.Start(t)
	_, err := cloud.Control().AddFault(faults.Rule{Operation: "servers.create", Status: 409})
	require.NoError(t, err)
	b := chromium.Open(t)
	visit(t, b, cloud, 1440)
	b.Do(t, chromedp.Click(chromedp.CSS("#tab-faults")), chromedp.Click(chromedp.CSS("#rules .edit")),
		chromedp.WaitVisible(chromedp.CSS("#rules form")))
	b.Do(t, chromedp.SetValue(chromedp.CSS("#fault-1-status"), "200"), chromedp.Click(chromedp.CSS("#rules form .main")))
	b.Await(t, `document.getElementById("alarm").textContent.includes("between 400 and 599, not 200") && document.querySelector("#rules form")`)
	assert.Equal(t, 409, cloud.Control().Faults()[0].Status)
	b.Do(t, chromedp.Click(chromedp.CSS("#tab-setup")))
	chromium.Tell(t, b, `(f => { f.value = "1.5"; f.dispatchEvent(new Event("change")); })(document.getElementById("s-quota_cores"))`)
	b.Await(t, `document.getElementById("alarm").textContent.includes("cannot be read") && document.getElementById("s-quota_cores").value === "-1"`)
	assert.Equal(t, -1, cloudcontrol.Of(cloud).Settings().Cores)
	newest := cloudcontrol.Of(cloud).NewestMicroversions()[openapi.Compute]
	chromium.Tell(t, b, `(f => { f.value = "2.999"; f.dispatchEvent(new Event("change")); })(document.getElementById("m-compute"))`)
	b.Await(t, `document.getElementById("alarm").textContent.includes("2.999 of compute is not between") &&
		document.getElementById("m-compute").value === "`+newest.String()+`"`)
	assert.Equal(t, newest, cloudcontrol.Of(cloud).NewestMicroversions()[openapi.Compute])
}
