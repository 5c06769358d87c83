package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// toldApart are fields in which the answer to a rebuild and the server after it differ: its states and times, the password that is shown
// once, and those that are written otherwise there or at older microversions. Its image is compared by its id.
var toldApart = slices.Concat(worked, []string{"adminPass", "image", "flavor", "addresses"})

// rebuiltAsAsked checks a server at rest after a rebuild that succeeded.
func rebuiltAsAsked(w *world.World, x, now *world.Exchange) error {
	task, shown := now.Get("/server/OS-EXT-STS:task_state")
	if status := now.Text("/server/status"); !shown || task != nil || status != "ACTIVE" && status != "SHUTOFF" {
		return nil
	}
	if progress, shown := now.Get("/server/progress"); shown && progress != float64(0) && progress != float64(100) {
		return world.Differ("the progress of a server that was rebuilt", "0 or 100", progress)
	}
	var sent struct {
		Rebuild map[string]any `json:"rebuild"`
	}
	if json.Unmarshal(x.Sent(), &sent) != nil {
		return nil
	}
	for _, answered := range []string{"key_name", "imageRef"} { // a database may find the name in other letters; a volume may have the image
		delete(sent.Rebuild, answered)
	}
	if err := asAsked(sent.Rebuild, fieldsOf(now)); err != nil {
		return err
	}
	if err := answerHolds(x, now); err != nil {
		return err
	}
	return guestFits(w, x, now)
}

// answerHolds checks that the answer to a rebuild that succeeded shows what the server is after it
// (docs/contract/10-rebuild-keypair.md §0). now was read at another microversion: fields that one of the two does not have are left out.
func answerHolds(x, now *world.Exchange) error {
	told, is := fieldsOf(x), fieldsOf(now)
	for _, field := range slices.Sorted(maps.Keys(told)) {
		was := told[field]
		value, still := is[field]
		if !still || slices.Contains(toldApart, field) {
			continue
		}
		if !reflect.DeepEqual(was, value) {
			return world.Differ("the server's "+field+" after the rebuild, as the answer to the rebuild shows it", was, value)
		}
	}
	if was, is := x.Text("/server/image/id"), now.Text("/server/image/id"); was != is {
		return world.Differ("the server's image after the rebuild, as the answer to the rebuild shows it", was, is)
	}
	return nil
}

// guestFits checks that the guest of a server rebuilt with a key pair, or with none, is given just that: the public key of the
// caller's pair (docs/contract/10-rebuild-keypair.md §1). The same document tells the guest what the server shows.
func guestFits(w *world.World, x, now *world.Exchange) error {
	if !w.Env().Target.Capabilities()[target.Metadata].Present {
		return nil
	}
	var sent struct {
		Rebuild map[string]any `json:"rebuild"`
	}
	if json.Unmarshal(x.Sent(), &sent) != nil {
		return nil
	}
	name, named := sent.Rebuild["key_name"]
	if !named {
		return nil
	}
	want := map[string]string{}
	if text, isText := name.(string); isText {
		pair := onlyPair(w, text, x.Asked.Actor)
		if pair == nil {
			return nil
		}
		want[text] = phrases.KeyMaterial(pair.Facts["material"])
	}
	return w.Eventually("observation", fmt.Sprintf("the guest is given the keys %v", want), func() (bool, string, error) {
		document, err := w.Metadata(w.Noun("server", ""))
		if err != nil {
			return false, "", err
		}
		got, err := phrases.KeysIn(w, document)
		if err == nil && reflect.DeepEqual(got, want) {
			differs := guestIsToldOf(document, fieldsOf(now))
			return differs == "", differs, nil
		}
		return false, fmt.Sprint(got), err
	})
}

// guestIsToldOf says what a guest's metadata tell otherwise than the server shows, "" for nothing.
func guestIsToldOf(document, server map[string]any) string {
	told := func(field string) string { text, _ := document[field].(string); return text }
	for field, shown := range map[string]string{
		"uuid": "id", "name": "name", "project_id": "tenant_id", "availability_zone": "OS-EXT-AZ:availability_zone",
	} {
		if told(field) != server[shown] {
			return fmt.Sprintf("%s %q, and the server shows %v", field, told(field), server[shown])
		}
	}
	if name, shown := server["OS-EXT-SRV-ATTR:hostname"].(string); shown && !strings.HasPrefix(told("hostname"), name) {
		return fmt.Sprintf("hostname %q, and the server shows %s", told("hostname"), name)
	}
	own, _ := server["metadata"].(map[string]any)
	if meta, _ := document["meta"].(map[string]any); len(own)+len(meta) > 0 && !reflect.DeepEqual(own, meta) {
		return fmt.Sprintf("meta %v, and the server shows %v", meta, own)
	}
	return ""
}

// onlyPair is the key pair of that name that the actor has had throughout the scenario; nil where it was replaced.
func onlyPair(w *world.World, name, owner string) *world.Noun {
	pairs := slices.DeleteFunc(w.Nouns("keypair"), func(n *world.Noun) bool { return n.RealName != name || n.Owner != owner })
	if len(pairs) != 1 || pairs[0].Facts["replaces"] != nil {
		return nil
	}
	return pairs[0]
}
