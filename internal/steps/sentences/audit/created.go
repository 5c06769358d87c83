package audit

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/netip"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// shownAs are the fields in which a server shows what its creation named otherwise.
var shownAs = map[string]string{"hostname": "OS-EXT-SRV-ATTR:hostname"}

// kept are what a creation names and the server shows ever after as it was sent, unless somebody changes it.
var kept = []string{
	"name", "description", "metadata", "tags", "key_name", "config_drive", "accessIPv4", "accessIPv6", "OS-DCF:diskConfig", "hostname",
}

// createdAsAsked checks that a server which the scenario asked for shows what the request said of it, whatever became of it. What was
// left out is not compared: images and settings of the cloud say what it is then.
func createdAsAsked(w *world.World, x *world.Exchange) error {
	if x.Asked.Method != http.MethodPost || x.Asked.Path != "/servers" || x.Status != http.StatusAccepted {
		return nil
	}
	server, err := w.Recall("server", "")
	if err != nil || server.ID != x.Text("/server/id") || server.Facts["gone"] != nil {
		return nil
	}
	var sent struct {
		Server map[string]any `json:"server"`
	}
	if json.Unmarshal(x.Sent(), &sent) != nil {
		return nil
	}
	var differs error
	err = w.AtOnce("observation", "the server shows what it was asked for with", func() (bool, string, error) {
		w.LookAnew()
		now, err := fixtures.ShowServer(w, world.Observe, x.Asked.Actor, server, "")
		if err != nil {
			return false, "", err
		}
		if differs = asAsked(sent.Server, fieldsOf(now)); differs != nil {
			return false, differs.Error(), nil
		}
		return true, "", nil
	})
	if differs != nil {
		return differs
	}
	return err
}

// asAsked compares what a request for one server says with the fields that the server shows; those that it does not show are left out.
func asAsked(asked, shown map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		if !slices.Contains(kept, key) || key == "name" && asked["min_count"] != nil {
			continue
		}
		field := key
		if other := shownAs[key]; other != "" {
			field = other
		}
		is, there := shown[field]
		if want := asked[key]; there && !sameValue(key, want, is) {
			return world.Differ("the server's "+field+", which its creation named", want, is)
		}
	}
	return nil
}

// sameValue tells whether a server shows what was sent: an address of version 6 may be written otherwise, tags are a set, and a
// configuration drive is a word where there is one. One that was not asked for may be the cloud's wish.
func sameValue(key string, sent, shown any) bool {
	switch key {
	case "config_drive":
		return sent != true || shown == "True"
	case "accessIPv6":
		a, b := addressOf(sent), addressOf(shown)
		return a == b
	case "tags":
		a, b := textsOf(sent), textsOf(shown)
		return slices.Equal(slices.Compact(a), b)
	case "metadata":
		a, _ := sent.(map[string]any)
		b, _ := shown.(map[string]any)
		return maps.Equal(a, b)
	}
	return sent == shown
}

// addressOf is the address that a text writes in one of its forms; what is none is the zero address.
func addressOf(v any) netip.Addr {
	text, _ := v.(string)
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return a
}

// textsOf are the texts of a list, sorted.
func textsOf(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		text, _ := item.(string)
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}
