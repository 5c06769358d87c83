package mockcloud_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/faults"
	"plumbline/mockcloud/seed"
)

// A cloud is an http.Handler.
func ExampleNew() {
	cloud, err := mockcloud.New(mockcloud.WithMaximum("compute", "2.93"))
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	cloud.ServeHTTP(w, httptest.NewRequest("GET", "/compute/v2.1/", nil))
	var answer struct {
		Version struct{ ID, Status, Version string }
	}
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	fmt.Println(w.Code, answer.Version.ID, answer.Version.Status, answer.Version.Version)
	// Output: 200 v2.1 CURRENT 2.93
}

// In a test, Start(t) serves a cloud on a free port of the loopback interface until the test ends. A TestMain has no t: it
// gives something with the three methods that Start needs.
func ExampleStart() {
	var t process
	defer t.end()

	cloud := mockcloud.Start(&t)
	resp, err := http.Get(cloud.URL() + "/identity/v3")
	if err != nil {
		t.Fatalf("%v", err)
	}
	fmt.Println(resp.Status, resp.Body.Close())
	// Output: 200 OK <nil>
}

type process struct{ cleanUp []func() }

func (*process) Helper() {}

func (*process) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func (p *process) Cleanup(f func()) { p.cleanUp = append(p.cleanUp, f) }

func (p *process) end() {
	for _, f := range slices.Backward(p.cleanUp) {
		f()
	}
}

// ClientConfig has what any client of OpenStack logs in with, CloudsYAML the same as a file.
func ExampleCloud_ClientConfig() {
	cloud, _ := mockcloud.New(mockcloud.WithBaseURL("http://cloud.example"))
	as := cloud.ClientConfig("member")
	fmt.Println(as.AuthURL, as.Username, as.ProjectName, as.UserDomainName, as.Region)
	fmt.Println(strings.Join(cloud.Actors(), " "))
	// Output:
	// http://cloud.example/identity/v3 member demo Default RegionOne
	// admin manager member member2 outsider outsider-admin reader service system-admin system-reader
}

// A seed says what there is at the start. A token that is in it spares the login.
func ExampleWithSeed() {
	start := seed.Default()
	start.Tokens = []seed.Token{{ID: "a-token", User: "member", Project: "demo"}}
	start.Servers = []seed.Server{{Name: "web", Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"}}
	cloud, _ := mockcloud.New(mockcloud.WithSeed(start))
	fmt.Println(names(ask(cloud, "GET", "/compute/v2.1/servers", "")))
	// Output: [web]
}

// Work that a service has accepted is finished at once, after a time, or after so many looks at it.
func ExampleWithLifecycle() {
	still := clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	cloud, _ := mockcloud.New(oneToken(), mockcloud.WithClock(still), mockcloud.WithLifecycle(clock.After(2*time.Second)))
	boot(cloud, "web")
	fmt.Println(statuses(cloud))
	cloud.Control().Advance(2 * time.Second)
	fmt.Println(statuses(cloud))
	// Output:
	// [BUILD]
	// [ACTIVE]
}

// The clock of a cloud stands still where a test wants that, and moves when it says so.
func ExampleControl_Advance() {
	cloud, _ := mockcloud.New(mockcloud.WithClock(clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))))
	fmt.Println(cloud.Control().Now().Format(time.DateTime))
	cloud.Control().Advance(time.Hour)
	fmt.Println(cloud.Control().Now().Format(time.DateTime))
	// Output:
	// 2026-01-02 03:04:05
	// 2026-01-02 04:04:05
}

// Plant replaces what there is, Reset goes back to it.
func ExampleControl_Plant() {
	cloud, _ := mockcloud.New(oneToken())
	start := cloud.Control().Seed()
	start.Servers = []seed.Server{{Name: "web", Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"}}
	fmt.Println(cloud.Control().Plant(start), names(ask(cloud, "GET", "/compute/v2.1/servers", "")))
	boot(cloud, "another")
	cloud.Control().Reset()
	fmt.Println(names(ask(cloud, "GET", "/compute/v2.1/servers", "")))
	start.Servers[0].Flavor = "m1.unknown"
	fmt.Println(cloud.Control().Plant(start))
	// Output:
	// <nil> [web]
	// [web]
	// seed: server web names flavor "m1.unknown", which is not there
}

// A fault rule has an operation fail, once or for good, or late. The status is one that its document has.
func ExampleControl_AddFault() {
	cloud, _ := mockcloud.New(oneToken())
	_, err := cloud.Control().AddFault(faults.Rule{Operation: "servers.list", Status: 500, Message: "Out of order.", Times: 1})
	fmt.Println(err, ask(cloud, "GET", "/compute/v2.1/servers", "").Code, ask(cloud, "GET", "/compute/v2.1/servers", "").Code)
	// Output: <nil> 500 200
}

// A client is judged by its requests: this one sends a field that no microversion has.
func ExampleControl_CheckClient() {
	cloud, _ := mockcloud.New(oneToken())
	ask(cloud, "POST", "/compute/v2.1/os-keypairs", `{"keypair": {"name": "k", "colour": "red"}}`)
	findings, err := cloud.Control().CheckClient("error")
	for _, f := range findings {
		fmt.Println(f.ID, f.Pointer, f.Status)
	}
	fmt.Println(err)
	// Output:
	// CLI-202 /keypair 400
	// <nil>
}

// The journal has what was asked and answered.
func ExampleControl_Journal() {
	cloud, _ := mockcloud.New(oneToken())
	ask(cloud, "GET", "/compute/v2.1/servers?limit=1", "")
	ask(cloud, "DELETE", "/compute/v2.1/servers/nope", "")
	for _, e := range cloud.Control().Journal() {
		fmt.Println(e.Status, e.Method, e.URL, e.Operation)
	}
	// Output:
	// 200 GET /compute/v2.1/servers?limit=1 servers.list
	// 404 DELETE /compute/v2.1/servers/nope servers.delete
}

// A snapshot is a moment that a test comes back to.
func ExampleControl_Snapshot() {
	cloud, _ := mockcloud.New(oneToken())
	boot(cloud, "web")
	moment := cloud.Control().Snapshot()
	boot(cloud, "another")
	fmt.Println(cloud.Control().Records()["servers"])
	fmt.Println(cloud.Control().Restore(moment), cloud.Control().Records()["servers"])
	// Output:
	// 2
	// true 1
}

// oneToken is the default seed with a token of the member's.
func oneToken() mockcloud.Option {
	start := seed.Default()
	start.Tokens = []seed.Token{{ID: "a-token", User: "member", Project: "demo"}}
	return mockcloud.WithSeed(start)
}

// ask sends one request with the member's token.
func ask(cloud http.Handler, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("X-Auth-Token", "a-token")
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	cloud.ServeHTTP(w, r)
	return w
}

func boot(cloud http.Handler, name string) {
	var listed struct{ Images []struct{ ID string } }
	_ = json.Unmarshal(ask(cloud, "GET", "/image/v2/images?name=cirros-a", "").Body.Bytes(), &listed)
	image := listed.Images[0].ID
	w := ask(cloud, "POST", "/compute/v2.1/servers", `{"server": {"name": "`+name+`", "flavorRef": "1", "imageRef": "`+image+`"}}`)
	if w.Code != http.StatusAccepted {
		fmt.Println(w.Code, w.Body)
	}
}

type listedServers struct {
	Servers []struct{ Name, Status string }
}

func names(w *httptest.ResponseRecorder) (out []string) {
	var listed listedServers
	_ = json.Unmarshal(w.Body.Bytes(), &listed)
	for _, s := range listed.Servers {
		out = append(out, s.Name)
	}
	return out
}

func statuses(cloud http.Handler) (out []string) {
	var listed listedServers
	_ = json.Unmarshal(ask(cloud, "GET", "/compute/v2.1/servers/detail", "").Body.Bytes(), &listed)
	for _, s := range listed.Servers {
		out = append(out, s.Status)
	}
	return out
}
