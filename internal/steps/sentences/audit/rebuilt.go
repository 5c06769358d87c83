package audit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// answered are the fields in which the answer to a rebuild shows the server as it will be (docs/contract/10-rebuild-keypair.md §0).
var answered = []string{
	"id", "name", "created", "user_id", "tenant_id", "metadata", "description", "accessIPv4", "accessIPv6", "key_name", "tags",
	"locked", "locked_reason", "OS-DCF:diskConfig", "hostId", "OS-EXT-AZ:availability_zone", "pinned_availability_zone",
}

// rebuiltAsAsked checks a server at rest after a rebuild that succeeded.
func rebuiltAsAsked(w *world.World, x, now *world.Exchange) error {
	task, shown := now.Get("/server/OS-EXT-STS:task_state")
	if status := now.Text("/server/status"); !shown || task != nil || status != "ACTIVE" && status != "SHUTOFF" {
		return nil
	}
	if err := answerHolds(x, now); err != nil {
		return err
	}
	return guestFits(w, x)
}

// answerHolds checks that the answer to a rebuild that succeeded shows what the server is after it. now was read at another
// microversion: fields that one of the two does not have are left out.
func answerHolds(x, now *world.Exchange) error {
	told, is := fieldsOf(x), fieldsOf(now)
	for _, field := range answered {
		was, shown := told[field]
		value, still := is[field]
		if !shown || !still {
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
// caller's pair (docs/contract/10-rebuild-keypair.md §1).
func guestFits(w *world.World, x *world.Exchange) error {
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
		got, err := phrases.GuestKeys(w)
		return err == nil && reflect.DeepEqual(got, want), fmt.Sprint(got), err
	})
}

// onlyPair is the key pair of that name that the actor has had throughout the scenario; nil where it was replaced.
func onlyPair(w *world.World, name, owner string) *world.Noun {
	pairs := slices.DeleteFunc(w.Nouns("keypair"), func(n *world.Noun) bool { return n.RealName != name || n.Owner != owner })
	if len(pairs) != 1 || pairs[0].Facts["replaces"] != nil {
		return nil
	}
	return pairs[0]
}
