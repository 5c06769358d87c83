package audit

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/world"
)

// shownAs are the fields in which a server shows what its creation named otherwise.
var shownAs = map[string]string{"hostname": "OS-EXT-SRV-ATTR:hostname"}

// kept are what a creation or a rebuild names and the server shows ever after as it was sent, unless somebody changes it.
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
	asker, err := w.Env().Target.Actor(x.Asked.Actor)
	if err != nil || asker == nil {
		return err
	}
	if err := showsWhatWasAsked(w, x, asker, sent.Server, server); err != nil {
		return err
	}
	if second, err := w.Recall("server", "second"); err == nil && sent.Server["min_count"] != nil && second.Facts["gone"] == nil {
		return showsWhatWasAsked(w, x, asker, sent.Server, second)
	}
	return nil
}

// showsWhatWasAsked checks one of the servers of a request.
func showsWhatWasAsked(w *world.World, x *world.Exchange, asker *session.Session, asked map[string]any, server *world.Noun) error {
	var differs error
	err := w.AtOnce("observation", "the server shows what it was asked for with", func() (bool, string, error) {
		w.LookAnew()
		now, err := fixtures.ShowServer(w, world.Observe, x.Asked.Actor, server, "")
		if err != nil {
			return false, "", err
		}
		if differs = asAsked(asked, fieldsOf(now)); differs == nil {
			differs = madeBy(asker, now)
		}
		if differs != nil {
			return false, differs.Error(), nil
		}
		return true, "", nil
	})
	if differs != nil {
		return differs
	}
	if err != nil {
		return err
	}
	return creationFits(w, x, server)
}

// madeBy checks that the server is the caller's, in the caller's project.
func madeBy(asker *session.Session, now *world.Exchange) error {
	if err := now.Shows("/server/user_id", asker.UserID); err != nil {
		return err
	}
	return now.Shows("/server/tenant_id", asker.ProjectID)
}

// asAsked compares what a request for servers says with the fields that one of them shows; those that it does not show are left out.
func asAsked(asked, shown map[string]any) error {
	several := asked["min_count"] != nil || asked["max_count"] != nil // which have numbers in their names
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		if !slices.Contains(kept, key) || several && (key == "name" || key == "hostname") {
			continue
		}
		field := key
		if other := shownAs[key]; other != "" {
			field = other
		}
		is, there := shown[field]
		if want := asked[key]; there && !sameValue(key, want, is) {
			return world.Differ("the server's "+field+", which the request named", want, is)
		}
	}
	return bootsAsAsked(asked, shown)
}

// bootsAsAsked checks that a server which was asked for with an image, and with no disks besides, shows it.
func bootsAsAsked(asked, shown map[string]any) error {
	want, _ := asked["imageRef"].(string)
	image, isObject := shown["image"].(map[string]any)
	if want == "" || !isObject || asked["block_device_mapping"] != nil || asked["block_device_mapping_v2"] != nil {
		return nil
	}
	if got, _ := image["id"].(string); !strings.EqualFold(got, want) {
		return world.Differ("the image of the server, which the request named", want, got)
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
