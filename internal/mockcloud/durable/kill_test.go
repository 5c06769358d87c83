package durable_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/setup"
	"plumbline/mockcloud"
)

// childDir tells the test binary to be a mock cloud that keeps its state in a directory, until it is killed.
const childDir = "PLUMBLINE_TEST_DATA_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		child(dir)
		return
	}
	os.Exit(m.Run())
}

func child(dir string) {
	cloud, err := mockcloud.New(setup.DataDir(dir))
	if err != nil {
		fmt.Println("error", err)
		return
	}
	served, err := cloud.Listen("127.0.0.1:0")
	if err != nil {
		fmt.Println("error", err)
		return
	}
	fmt.Println(served.URL)
	select {}
}

// ledger is what clients were told: the name that each server has by its last acknowledged update, "" for one whose
// deletion was acknowledged. asked are servers about which something was asked and not answered.
type ledger struct {
	mu    sync.Mutex
	names map[string]string
	asked map[string]bool
	acks  int
	// enough is closed once there are so many acknowledgements.
	enough chan struct{}
	until  int
}

// do asks a cloud as its member; what is answered with an error is answered nil.
func do(client *http.Client, url, token, method, path, body string) (int, map[string]any, string) {
	req, err := http.NewRequest(method, url+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Auth-Token", token)
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, ""
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, ""
	}
	var decoded map[string]any
	_ = json.Unmarshal(raw, &decoded)
	return resp.StatusCode, decoded, resp.Header.Get("X-Subject-Token")
}

func login(client *http.Client, url string) string {
	_, _, token := do(client, url, "", "POST", "/identity/v3/auth/tokens",
		`{"auth": {"identity": {"methods": ["password"], "password": {"user":
		{"name": "member", "domain": {"id": "default"}, "password": "secret"}}}, "scope": {"project": {"name": "demo", "domain": {"id": "default"}}}}}`)
	return token
}

// places are what a server is made of.
type places struct{ image, flavor, network string }

func find(client *http.Client, url, token string) (p places) {
	id := func(path, list string) string {
		_, body, _ := do(client, url, token, "GET", path, "")
		all, _ := body[list].([]any)
		if len(all) == 0 {
			return ""
		}
		first, _ := all[0].(map[string]any)
		return fmt.Sprint(first["id"])
	}
	return places{
		id("/image/v2/images?name=cirros-a", "images"), id("/compute/v2.1/flavors", "flavors"),
		id("/network/v2.0/networks?router%3Aexternal=false", "networks"),
	}
}

// work makes, renames and deletes servers until the cloud does not answer any more.
func (l *ledger) work(url, token string, p places, rng *rand.Rand) {
	client := &http.Client{}
	defer client.CloseIdleConnections()
	var mine []string
	for n := 0; ; n++ {
		if len(mine) == 0 || rng.IntN(3) == 0 {
			status, body, _ := do(client, url, token, "POST", "/compute/v2.1/servers", fmt.Sprintf(
				`{"server": {"name": "made", "imageRef": %q, "flavorRef": %q, "networks": [{"uuid": %q}]}}`, p.image, p.flavor, p.network))
			if status != 202 {
				return
			}
			server, _ := body["server"].(map[string]any)
			mine = append(mine, fmt.Sprint(server["id"]))
			l.told(mine[len(mine)-1], "made")
			continue
		}
		at := rng.IntN(len(mine))
		id := mine[at]
		l.ask(id)
		if rng.IntN(2) == 0 {
			if status, _, _ := do(client, url, token, "DELETE", "/compute/v2.1/servers/"+id, ""); status != 204 {
				return
			}
			mine = append(mine[:at], mine[at+1:]...)
			l.told(id, "")
			continue
		}
		name := fmt.Sprintf("renamed-%d", n)
		if status, _, _ := do(client, url, token, "PUT", "/compute/v2.1/servers/"+id,
			fmt.Sprintf(`{"server": {"name": %q}}`, name)); status != 200 {
			return
		}
		l.told(id, name)
	}
}

func (l *ledger) ask(id string) {
	l.mu.Lock()
	l.asked[id] = true
	l.mu.Unlock()
}

func (l *ledger) told(id, name string) {
	l.mu.Lock()
	l.names[id] = name
	delete(l.asked, id)
	if l.acks++; l.acks == l.until {
		close(l.enough)
	}
	l.mu.Unlock()
}

// killed runs a mock in a process of its own under several clients, and kills it once so many writes were acknowledged.
func killed(t *testing.T, dir string, l *ledger, after int, rng *rand.Rand) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err, complaints.String())
	url := strings.TrimSpace(line)
	require.NotContains(t, url, "error")
	client := &http.Client{}
	token := login(client, url)
	require.NotEmpty(t, token)
	p := find(client, url, token)
	client.CloseIdleConnections()
	l.until, l.enough = l.acks+after, make(chan struct{})
	var clients sync.WaitGroup
	for range 6 {
		seed := rng.Uint64()
		clients.Go(func() { l.work(url, token, p, rand.New(rand.NewPCG(seed, 1))) })
	}
	gone := make(chan struct{})
	go func() { clients.Wait(); close(gone) }()
	select {
	case <-l.enough:
	case <-gone:
		t.Fatalf("the clients ended by themselves: %s", complaints.String())
	}
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	<-gone
}

// check reopens the directory and compares what is there with what clients were told.
func (l *ledger) check(t *testing.T, dir string) {
	t.Helper()
	cloud, err := mockcloud.New(setup.DataDir(dir))
	require.NoError(t, err)
	defer cloud.Close() //nolint:errcheck // it was only read
	served, err := cloud.Listen("127.0.0.1:0")
	require.NoError(t, err)
	defer served.Close() //nolint:errcheck // nothing to lose
	client := &http.Client{}
	defer client.CloseIdleConnections()
	token := login(client, served.URL)
	there, ports := map[string]map[string]any{}, map[string]int{}
	for path := "/compute/v2.1/servers/detail?limit=1000"; path != ""; {
		_, body, _ := do(client, served.URL, token, "GET", path, "")
		list, ok := body["servers"].([]any)
		require.True(t, ok, "%v", body)
		for _, each := range list {
			server := each.(map[string]any)
			there[server["id"].(string)] = server
		}
		path = ""
		if links, _ := body["servers_links"].([]any); len(links) > 0 {
			path = strings.TrimPrefix(links[0].(map[string]any)["href"].(string), served.URL)
		}
	}
	addresses := map[string]string{}
	_, body, _ := do(client, served.URL, token, "GET", "/network/v2.0/ports", "")
	for _, each := range body["ports"].([]any) {
		port := each.(map[string]any)
		if !strings.HasPrefix(port["device_owner"].(string), "compute:") {
			continue // a router's, which was there from the start
		}
		device := port["device_id"].(string)
		ports[device]++
		assert.Contains(t, there, device, "a port without its server")
		address := fmt.Sprint(port["fixed_ips"])
		assert.Empty(t, addresses[address], "two ports have one address: %s", address)
		addresses[address] = device
	}
	for id, server := range there {
		assert.Equal(t, "ACTIVE", server["status"], "a server that is half made: %s", id)
		assert.Equal(t, 1, ports[id], "ports of %s", id)
		status, body, _ := do(client, served.URL, token, "GET", "/compute/v2.1/servers/"+id+"/os-instance-actions", "")
		require.Equal(t, 200, status)
		assert.NotEmpty(t, body["instanceActions"], "a server whose making is not recorded: %s", id)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, name := range l.names {
		switch {
		case l.asked[id]: // whatever was asked last was not answered
			delete(l.names, id)
		case name == "":
			assert.NotContains(t, there, id, "its deletion was acknowledged")
		default:
			if assert.Contains(t, there, id, "it was acknowledged as %s", name) {
				assert.Equal(t, name, there[id]["name"], "it was renamed")
			}
		}
	}
	clear(l.asked)
}

// TestSoakNothingAcknowledgedIsLost kills a mock in the middle of concurrent writes, time and again on one directory.
func TestSoakNothingAcknowledgedIsLost(t *testing.T) {
	rounds := 3
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		rounds = 50
	}
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	l := &ledger{names: map[string]string{}, asked: map[string]bool{}}
	for range rounds {
		killed(t, dir, l, 1+rng.IntN(150), rng)
		l.check(t, dir)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills, %d acknowledged writes, none lost", rounds, l.acks)
}
