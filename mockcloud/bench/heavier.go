package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// What the cloud for heavier requests has: servers that are all alike, and some with a flavor, an image and a host of their own.
const (
	likeServers = 10_000
	rareServers = 20
	rareImage   = "00000000-0000-4000-8000-0000000000a2"
	rareID      = "7a7a7a7a-0000-4000-8000-000000000001"
	tries       = 60
	control     = "/_plumbline/"
)

// heavier is a request that costs more than those that are compared with the bare handler. The i-th time it is another one where it
// cannot be repeated.
type heavier struct {
	name   string
	of     func(i int) exchange
	status int
}

func heavierRequests(ids []string) []heavier {
	post := func(path, body string) exchange { return exchange{method: "POST", path: root + path, body: body} }
	get := func(name, path string) heavier {
		return heavier{name, func(int) exchange { return exchange{method: "GET", path: path} }, 200}
	}
	list := func(name, query string) heavier { return get("list, "+name, root+"/servers?"+query) }
	return []heavier{
		{"create from a volume", func(i int) exchange {
			return post("/servers", `{"server": {"name": "made", "flavorRef": "1", "networks": "none", "block_device_mapping_v2": [{"uuid": "`+
				volumeID(i)+`", "source_type": "volume", "destination_type": "volume", "boot_index": 0}]}}`)
		}, 202},
		{"resize", func(i int) exchange { return post("/servers/"+ids[i]+"/action", `{"resize": {"flavorRef": "42"}}`) }, 202},
		{"attach a volume", func(i int) exchange {
			return post("/servers/"+ids[tries+i]+"/os-volume_attachments", `{"volumeAttachment": {"volumeId": "`+volumeID(tries+i)+`"}}`)
		}, 200},
		list("50 of all", "all_tenants=1&limit=50"),
		list("by status", "all_tenants=1&status=SHUTOFF"),
		list("by host", "all_tenants=1&host=host3"),
		list("by project", "all_tenants=1&project_id=00000000000000000000000000000a03"),
		list("by image", "all_tenants=1&image="+rareImage),
		list("by flavor", "all_tenants=1&flavor=2"),
		list("by key", "all_tenants=1&key_name=nobodys"),
		list("by tag", "all_tenants=1&tags=rare"),
		list("by uuid", "all_tenants=1&uuid="+rareID),
		list("50 after a marker", "all_tenants=1&limit=50&marker="+rareID),
		list("by name (all are looked at)", "all_tenants=1&name=rare"),
		get("dashboard: overview", control+"state"),
		get("dashboard: a page of servers", control+"state/servers?offset=5000&limit=100&find="),
		get("dashboard: servers with a word", control+"state/servers?offset=0&limit=100&find=rare"),
		get("dashboard: a server", control+"state/servers/"+rareID),
	}
}

func volumeID(i int) string { return fmt.Sprintf("b0b0b0b0-0000-4000-8000-%012d", i) }

// printHeavier prints what heavier requests cost the handler of a cloud with 10,000 servers. Answers are not kept: each is made anew.
func printHeavier(out io.Writer) error {
	cloud, ids, err := largeCloud()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nProcessor time of the handler for a heavier request, %d servers, nothing kept: median of %d (µs).\n\n",
		likeServers, tries)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, h := range heavierRequests(ids) {
		cost, err := h.measure(cloud)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.0f\t\n", h.name, cost)
	}
	made, err := cloudCost()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "a cloud of its own for a test\t%.0f\t≤ 1000\t%s\t\n", made, verdict(made <= 1000))
	return w.Flush()
}

// measure answers the median cost of the request (µs).
func (h heavier) measure(cloud *mockcloud.Cloud) (float64, error) {
	runtime.LockOSThread() // the time is that of this thread
	defer runtime.UnlockOSThread()
	var costs []float64
	for i := range tries {
		if err := cloud.Control().SetMaximum(openapi.Compute, ""); err != nil { // forgets what is kept
			return 0, err
		}
		began := threadTime()
		status, _, err := ask(cloud, h.of(i))
		costs = append(costs, float64((threadTime()-began).Nanoseconds())/1000)
		if err == nil && status != h.status {
			err = fmt.Errorf("%s is answered %d instead of %d", h.name, status, h.status)
		}
		if err != nil {
			return 0, err
		}
	}
	return median(costs), nil
}

// cloudCost is the median time that making a cloud takes (µs).
func cloudCost() (float64, error) {
	var costs []float64
	for range 200 {
		began := time.Now()
		if _, err := mockcloud.New(); err != nil {
			return 0, err
		}
		costs = append(costs, float64(time.Since(began).Nanoseconds())/1000)
	}
	return median(costs), nil
}

// ask makes a request without a network.
func ask(cloud *mockcloud.Cloud, e exchange) (status int, body string, err error) {
	r, err := e.request("http://127.0.0.1")
	if err != nil {
		return 0, "", err
	}
	w := keepingWriter{discardWriter: discardWriter{header: http.Header{}}}
	cloud.ServeHTTP(&w, r)
	return w.status, w.body.String(), nil
}

// keepingWriter is a ResponseWriter that keeps the answer.
type keepingWriter struct {
	discardWriter
	body strings.Builder
}

func (w *keepingWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.body.Write(b)
}

// largeCloud is a cloud with many servers, of which a few differ, and the ids of some of the many.
func largeCloud() (cloud *mockcloud.Cloud, ids []string, err error) {
	planted := seed.Default()
	for i := range planted.Hosts {
		planted.Hosts[i].VCPUs, planted.Hosts[i].RAM, planted.Hosts[i].Disk = 1<<30, 1<<40, 1<<40
	}
	planted.Servers = append(planted.Servers, seed.Server{
		Name: "seeded", ID: serverID, Count: likeServers, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a", Host: "host1",
	}, seed.Server{
		Name: "rare", ID: rareID, Count: rareServers, Project: "alt", User: "outsider", Flavor: "m1.small", Image: "cirros-b", Host: "host3",
	})
	planted.Tokens = append(planted.Tokens, seed.Token{ID: token, User: "admin", Project: "demo"})
	for i := range 2 * tries {
		planted.Volumes = append(planted.Volumes, seed.Volume{
			Name: fmt.Sprintf("seeded-%d", i), ID: volumeID(i), Project: "demo", User: "admin", Size: 1, Image: "cirros-a",
		})
	}
	if cloud, err = mockcloud.New(mockcloud.WithSeed(planted)); err != nil {
		return nil, nil, err
	}
	limits := `{"quota_set": {"instances": -1, "cores": -1, "ram": -1}}`
	for _, e := range []exchange{
		{method: "PUT", path: root + "/os-quota-sets/00000000000000000000000000000a02", body: limits, status: 200},
		{method: "PUT", path: root + "/servers/" + rareID + "/tags/rare", status: 201},
		{method: "POST", path: root + "/servers/" + rareID + "/action", body: `{"os-stop": null}`, status: 202},
	} {
		status, body, err := ask(cloud, e)
		if err == nil && status != e.status {
			err = fmt.Errorf("%s %s is answered %d: %.300s", e.method, e.path, status, body)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	ids, err = serverIDs(cloud)
	return cloud, ids, err
}

// serverIDs are those of the newest servers of the project.
func serverIDs(cloud *mockcloud.Cloud) (ids []string, err error) {
	_, body, err := ask(cloud, exchange{method: "GET", path: fmt.Sprintf("%s/servers?limit=%d", root, 2*tries)})
	if err != nil {
		return nil, err
	}
	var listed struct {
		Servers []struct {
			ID string `json:"id"`
		} `json:"servers"`
	}
	if err := json.Unmarshal([]byte(body), &listed); err != nil {
		return nil, err
	}
	for _, s := range listed.Servers {
		ids = append(ids, s.ID)
	}
	return ids, nil
}
