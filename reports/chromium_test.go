package reports_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browser is a headless Chromium that remembers what it complained about and what it asked of the network.
type browser struct {
	context.Context
	mu         sync.Mutex
	complaints []string
	requests   []string
}

// newBrowser starts Chromium. Where there is none the test is skipped, unless PLUMBLINE_REQUIRE_BROWSER=1.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := chromium(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true))
	allocated, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	tab, cancelTab := chromedp.NewContext(allocated)
	t.Cleanup(cancelTab)
	b := &browser{}
	require.NoError(t, chromedp.Listen(tab, b.hear))
	limited, cancelTime := context.WithTimeout(tab, 2*time.Minute)
	t.Cleanup(cancelTime)
	b.Context = limited
	b.do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return err
	}))
	return b
}

func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	if os.Getenv("PLUMBLINE_REQUIRE_BROWSER") == "1" {
		t.Fatal("no Chromium, and PLUMBLINE_REQUIRE_BROWSER=1: apt-get install chromium")
	}
	t.Skip("no Chromium on this machine (apt-get install chromium): the report was not opened in a browser")
	return ""
}

func (b *browser) hear(event any) {
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

func (b *browser) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(b, actions...))
}

// ask evaluates an expression that yields a value of type T.
func ask[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	require.NoError(t, err, expression)
	return value
}

// tell evaluates an expression for what it does.
func tell(t *testing.T, b *browser, expression string) {
	t.Helper()
	ask[bool](t, b, expression+", true")
}

// shoot keeps a screenshot where PLUMBLINE_SCREENSHOTS names a folder.
func (b *browser) shoot(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("PLUMBLINE_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}

func (b *browser) assertQuiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(t, b.complaints, "nothing on the console")
	assert.NotEmpty(t, b.requests, "the requests were listened to")
	for _, r := range b.requests {
		assert.True(t, strings.HasPrefix(r, "file://") || strings.HasPrefix(r, "data:") || strings.HasPrefix(r, "blob:"), "the page asked the network for %s", r)
	}
}
