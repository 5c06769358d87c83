package reports_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports/chromium"
)

// key has the page believe that somebody pressed a key where the focus is.
func key(t *testing.T, b *chromium.Browser, keys ...string) {
	t.Helper()
	for _, k := range keys {
		chromium.Tell(t, b, fmt.Sprintf(
			`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true}))`, k))
	}
}

// focused names the requirement or row that has the focus.
func focused(t *testing.T, b *chromium.Browser) string {
	t.Helper()
	return chromium.Ask[string](t, b, `document.activeElement.closest("[id]")?.id ?? ""`)
}

func TestBrowserKeyboard(t *testing.T) {
	dir, _, _ := written(t)
	b, _ := opened(t, filepath.Join(dir, "report.html"), 1440)
	var order []string
	for range 4 {
		b.Do(t, chromedp.KeyEvent("\t"))
		order = append(order, chromium.Ask[string](t, b,
			`document.activeElement.id || document.activeElement.className || document.activeElement.textContent`))
	}
	assert.Equal(t, []string{"skip", "help-open", "theme"}, order[:3], "the focus begins at the top, with the way around it")

	key(t, b, "/")
	assert.Equal(t, "q", focused(t, b))
	key(t, b, "j")
	assert.Equal(t, "q", focused(t, b), "letters are text in the search")
	key(t, b, "Escape", "j")
	assert.Equal(t, "row-RKP-01a", focused(t, b))
	key(t, b, "j", "j", "k")
	assert.Equal(t, "row-RKP-01b", focused(t, b))
	key(t, b, "n")
	assert.Equal(t, "row-RKP-07b", focused(t, b), "the next that did not pass")
	press(t, b, "#row-RKP-07b .expand")
	b.Await(t, `document.querySelector("#row-RKP-07b .expand").getAttribute("aria-expanded") === "true" && document.querySelector("tr.detail .steps")`)
	chromium.Tell(t, b, `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`)
	key(t, b, "c")
	b.Await(t, `window.copied?.includes("By hand: plumbline report script DIR RKP-07b > row.sh")`)
	key(t, b, "p")
	assert.Equal(t, "row-RKP-07b", focused(t, b), "nothing before it: the focus stays")
	key(t, b, "k", "c")
	assert.Equal(t, "No case that did not pass is open here", chromium.Ask[string](t, b, `document.getElementById("toast").textContent`))
	key(t, b, "j")

	key(t, b, "?")
	assert.True(t, chromium.Ask[bool](t, b, `document.getElementById("help").open`))
	b.Shoot(t, "1440-help")
	assert.Empty(t, chromium.LowContrast(t, b))
	chromium.Tell(t, b, `document.getElementById("keys-off").click()`)
	press(t, b, "#help-close")
	before := focused(t, b)
	key(t, b, "j")
	assert.Equal(t, before, focused(t, b), "single keys are off")
	key(t, b, "?")
	chromium.Tell(t, b, `document.getElementById("keys-off").click()`)
	press(t, b, "#help-close")

	press(t, b, `.chip[data-filter="fail"]`)
	key(t, b, "Escape")
	assert.False(t, chromium.Ask[bool](t, b, `document.body.classList.contains("filtered")`), "Escape clears the filters")
	key(t, b, "t")
	assert.NotEmpty(t, chromium.Ask[string](t, b, `document.documentElement.dataset.theme`))
	b.AssertQuiet(t)
}

func TestBrowserAddresses(t *testing.T) {
	dir, _, tp := written(t)
	b, page := asWritten(t, filepath.Join(dir, "report.html"), 1440)
	visit := func(hash string) { chromium.Tell(t, b, fmt.Sprintf(`location.hash = %q`, hash)) }
	hash := func() string { return chromium.Ask[string](t, b, `location.hash`) }

	press(t, b, `.chip[data-filter="fail"]`)
	press(t, b, `.chip[data-filter="error"]`)
	choose(t, b, "spec", "microversions")
	chromium.Tell(t, b, `(q => { q.value = "k2"; q.dispatchEvent(new Event("input")) })(document.getElementById("q"))`)
	b.Await(t, `document.querySelectorAll("[data-open]").length === 0`)
	assert.Equal(t, "#?q=k2&v=fail,error&s=microversions", hash(), "the address holds the filters")
	b.Do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(page+"#?v=fail,error&s=microversions&q=k2"))
	b.Await(t, `document.documentElement.classList.contains("ready")`)
	b.Await(t, `document.body.classList.contains("filtered")`)
	assert.Equal(t, 1, chromium.Ask[int](t, b, fmt.Sprintf(visible, ".req")), "and a copied address shows the same")
	assert.Equal(t, "true", chromium.Ask[string](t, b, `document.querySelector('.chip[data-filter="fail"]').getAttribute("aria-pressed")`))

	visit("#row-RKP-07b")
	b.Await(t, `document.querySelector("#row-RKP-07b + .whyrow + tr.detail .steps")?.checkVisibility()`)
	assert.False(t, chromium.Ask[bool](t, b, `document.body.classList.contains("filtered")`), "what a filter would hide is shown")
	visit("#MVN-12")
	b.Await(t, `document.querySelector("#MVN-12[open] .case")?.checkVisibility()`)
	visit("#case-" + strings.ReplaceAll("rebuild-keypair-reset/keys#RKP-02b", "#", "%23"))
	b.Await(t, `document.querySelector("#RKP-02[open] .case[open] .body")?.checkVisibility()`)

	subject, setup := "", ""
	for _, e := range tp.events() {
		if x := e.Exchanged; x != nil && x.Case == "rebuild-keypair-reset/keys#RKP-03a" {
			if x.Role == "subject" {
				subject = x.ID
			} else if x.Role == "setup" && setup == "" {
				setup = x.ID
			}
		}
	}
	for _, id := range []string{subject, setup} {
		visit("#x-" + id)
		b.Await(t, fmt.Sprintf(`document.querySelector('#RKP-03 .x.here[open][data-anchor="x-%s"]')?.checkVisibility()`, id))
	}
	visit("#x-none")
	b.Await(t, `document.getElementById("toast").textContent === "This report has no x-none"`)
	b.AssertQuiet(t)
}

func TestBrowserPrint(t *testing.T) {
	dir, _, _ := written(t)
	b, _ := opened(t, filepath.Join(dir, "report.html"), 1000)
	b.Do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	chromium.Tell(t, b, `dispatchEvent(new Event("beforeprint"))`)
	for _, hidden := range []string{"#tools", ".side", "#theme", ".skip"} {
		assert.False(t, chromium.Ask[bool](t, b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, hidden)), hidden)
	}
	assert.True(t, chromium.Ask[bool](t, b, `document.querySelector("#RKP-07 .reqbody").checkVisibility()`),
		"what failed stands open on paper")
	assert.False(t, chromium.Ask[bool](t, b, `document.querySelector("#RKP-01 .reqbody").checkVisibility()`))
	assert.Empty(t, chromium.LowContrast(t, b))
	b.Shoot(t, "print")
	chromium.Tell(t, b, `dispatchEvent(new Event("afterprint"))`)
	assert.False(t, chromium.Ask[bool](t, b, `document.querySelector("#RKP-07").open`))
}
