// Package chromium drives a headless Chromium for the tests of pages: what a page shows, its messages on the console, its
// network requests, and the contrast of its text.
package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// longest bounds the time that one test uses its browser.
const longest = 5 * time.Minute

// Browser is a tab with a record of its console messages and network requests.
type Browser struct {
	context.Context
	mu         sync.Mutex
	complaints []string
	requests   []string
}

// Open starts Chromium until the test ends. Where there is none the test is skipped, unless PLUMBLINE_REQUIRE_BROWSER=1.
func Open(t *testing.T) *Browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(installed(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("ignore-certificate-errors", true))
	allocated, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	tab, cancelTab := chromedp.NewContext(allocated)
	t.Cleanup(cancelTab)
	b := &Browser{}
	if err := chromedp.Listen(tab, b.handleEvent); err != nil {
		t.Fatalf("chromium: listening: %v", err)
	}
	limited, cancelTime := context.WithTimeout(tab, longest)
	t.Cleanup(cancelTime)
	b.Context = limited
	b.Do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return err
	}))
	return b
}

func installed(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	if os.Getenv("PLUMBLINE_REQUIRE_BROWSER") == "1" {
		t.Fatal("no Chromium, and PLUMBLINE_REQUIRE_BROWSER=1: apt-get install chromium")
	}
	t.Skip("no Chromium on this machine (apt-get install chromium): the page was not opened in a browser")
	return ""
}

func (b *Browser) handleEvent(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *cdpruntime.EventExceptionThrown:
		b.complaints = append(b.complaints, fmt.Sprintf("exception: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *cdpruntime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, fmt.Sprintf("console.%s %v", e.Type, e.Args))
	case *log.EventEntryAdded:
		b.complaints = append(b.complaints, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	}
}

// Do runs actions in the tab, in order.
func (b *Browser) Do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		t.Fatalf("chromium: %v", err)
	}
}

// Ask evaluates a JavaScript expression with a value of type T.
func Ask[T any](t *testing.T, b *Browser, expression string) T {
	t.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("chromium: %s: %v", expression, err)
	}
	return value
}

// Tell evaluates a JavaScript expression for its effect.
func Tell(t *testing.T, b *Browser, expression string) {
	t.Helper()
	Ask[bool](t, b, expression+", true")
}

// Await waits until a JavaScript expression is true; it checks at each animation frame.
func (b *Browser) Await(t *testing.T, expression string) {
	t.Helper()
	_, err := chromedp.Run(b, chromedp.Evaluate[bool](`new Promise((resolve, reject) => {
		const end = performance.now() + 60000;
		const look = () => {
			let is = false, why = new Error("it never became true");
			try { is = !!(`+expression+`) } catch (e) { why = e }
			if (is) resolve(true);
			else if (performance.now() > end) reject(why);
			else setTimeout(look, 20);
		};
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("chromium: waiting for %s: %v", expression, err)
	}
}

// Scheme sets the colour scheme that the page sees as the user's preference: light or dark.
func (b *Browser) Scheme(t *testing.T, scheme string) {
	t.Helper()
	b.Do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
}

// Shoot saves a screenshot if PLUMBLINE_SCREENSHOTS names a folder.
func (b *Browser) Shoot(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("PLUMBLINE_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		t.Fatalf("chromium: screenshot: %v", err)
	}
}

// AssertQuiet fails the test when there was any message on the console, or a request to anything but files, data URLs, or
// one of the given origins.
func (b *Browser) AssertQuiet(t *testing.T, origins ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		t.Errorf("on the console: %s", c)
	}
	if len(b.requests) == 0 {
		t.Error("no request was heard: was anybody listening?")
	}
	allowed := append([]string{"file://", "data:", "blob:"}, origins...)
	for _, r := range b.requests {
		if !slices.ContainsFunc(allowed, func(origin string) bool { return strings.HasPrefix(r, origin) }) {
			t.Errorf("the page asked the network for %s", r)
		}
	}
}
