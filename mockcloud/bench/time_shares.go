package main

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"syscall"
	"text/tabwriter"
	"time"
	"unsafe"

	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/mockcloud/shares"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// columns are the columns of the table of shares. Projection, check and encoding of the answer are one pass.
var columns = []struct{ share, title string }{
	{shares.Decode, "decode"},
	{shares.Validate, "validate"},
	{shares.Checks, "other checks"},
	{shares.Transaction, "transaction"},
	{shares.Render, "render"},
	{shares.Check, "check, encode"},
	{shares.Journal, "journal"},
	{shares.Write, "write"},
}

// printShares prints the shares of the handler's processor time for a write (µs): the time of one thread that calls it without a
// network, garbage collection in the background not included.
func printShares(out io.Writer) error {
	fmt.Fprint(out, "\nWhat of that the handler spends on what (µs), without network and background collection. Transaction: reading,\n"+
		"changing and committing records, the accepted work, messages. Check: projection, self-check and encoding, in one pass.\n\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "exchange\t")
	for _, c := range columns {
		fmt.Fprint(w, c.title+"\t")
	}
	fmt.Fprintln(w, "sum\t")
	for _, e := range exchanges() {
		if e.method != http.MethodPost {
			continue
		}
		if err := measureShares(w, e); err != nil {
			return err
		}
	}
	return w.Flush()
}

// measureShares measures one kind of request.
func measureShares(out io.Writer, e exchange) error {
	const warm, n = 300, 3000
	runtime.LockOSThread() // the time is that of this thread
	defer runtime.UnlockOSThread()
	spent := &shares.Shares{Now: threadTime}
	planted := seed.Default()
	planted.Servers = append(planted.Servers,
		seed.Server{Name: "seeded", ID: serverID, Count: 100, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "member", Project: "demo"})
	cloud, err := mockcloud.New(mockcloud.WithSeed(planted), func(o *setup.Cloud) error { o.Env.Shares = spent; return nil })
	if err != nil {
		return err
	}
	for i := range warm + n {
		if i == warm || i == 0 {
			spent.Spent = map[string]time.Duration{}
		}
		r, err := e.request("http://cloud.test")
		if err != nil {
			return err
		}
		w := discardWriter{header: http.Header{}}
		cloud.ServeHTTP(&w, r)
		if w.status != e.status {
			return fmt.Errorf("%s is answered %d instead of %d", e.name, w.status, e.status)
		}
	}
	clock := clockCost()
	fmt.Fprint(out, e.name+"\t")
	sum := 0.0
	for _, c := range columns {
		// The cost of the clock itself is subtracted: it is read once or more in each share, once for each stage.
		each := max(0, float64(spent.Spent[c.share].Nanoseconds())/n/1000-asked[c.share]*clock)
		sum += each
		fmt.Fprintf(out, "%.1f\t", each)
	}
	_, err = fmt.Fprintf(out, "%.1f\t\n", sum)
	return err
}

// asked is the number of times that the clock is read for a share in an exchange of compute.
var asked = map[string]float64{
	shares.Decode: 2, shares.Validate: 1, shares.Checks: 9, shares.Transaction: 3,
	shares.Render: 1, shares.Check: 1, shares.Journal: 1, shares.Write: 1,
}

// clockCost is the time that reading the clock takes (µs).
func clockCost() float64 {
	const n = 10000
	began := threadTime()
	for range n {
		threadTime()
	}
	return float64((threadTime() - began).Nanoseconds()) / n / 1000
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0)
	if errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// discardWriter is a ResponseWriter that discards the answer at next to no cost.
type discardWriter struct {
	header http.Header
	status int
}

func (n *discardWriter) Header() http.Header         { return n.header }
func (n *discardWriter) WriteHeader(status int)      { n.status = status }
func (n *discardWriter) Write(b []byte) (int, error) { return len(b), nil }
