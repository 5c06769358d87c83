package audit

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// keypairReset is the specification whose rows are about key pairs.
const keypairReset = "rebuild-keypair-reset"

// pairPages is the microversion from which key pairs are listed page by page.
const pairPages = "2.35"

// pairsFit checks after a rebuild that it left the key pairs of the caller alone, and that they are what they are whatever the way they
// are looked at: one that is shown is listed once and alike, one that is not there is not listed, and a page of one leads to the next
// (docs/contract/10-rebuild-keypair.md §3).
func pairsFit(w *world.World, x *world.Exchange) error {
	if w.Case().Scenario.Spec != keypairReset {
		return nil
	}
	own := slices.DeleteFunc(w.Nouns("keypair"), func(n *world.Noun) bool { return n.Owner != x.Asked.Actor })
	if len(own) == 0 || w.Max().Less(openapi.MustVersion(pairPages)) {
		return nil
	}
	return w.AtOnce("observation", "the key pairs of the caller are listed as they are shown", func() (bool, string, error) {
		listed, err := pairsListed(w, x.Asked.Actor)
		if err != nil || listed == nil {
			return err == nil, "", err
		}
		for _, pair := range own {
			differs, err := pairFits(w, pair, listed)
			if differs != "" || err != nil {
				return false, differs, err
			}
		}
		if len(listed) == 0 {
			return true, "", nil
		}
		differs, err := pairPagesFit(w, x.Asked.Actor)
		return differs == "", differs, err
	})
}

// pairsListed are all key pairs of an actor, page by page; nil where the cloud does not list them.
func pairsListed(w *world.World, actor string) ([]map[string]any, error) {
	all, marker := []map[string]any{}, ""
	for range mostPages {
		list, err := askPairs(w, actor, "", url.Values{"marker": {marker}})
		if err != nil || list.Status != http.StatusOK {
			return nil, err
		}
		page := pairsOn(list)
		all = append(all, page...)
		if links, more := list.Get("/keypairs_links"); !more || links == nil || len(page) == 0 {
			break
		}
		marker = fmt.Sprint(page[len(page)-1]["name"])
	}
	return all, nil
}

// askPairs asks for key pairs as their owner; a marker that is "" is left out.
func askPairs(w *world.World, actor, below string, query url.Values) (*world.Exchange, error) {
	if query.Get("marker") == "" {
		query.Del("marker")
	}
	return w.Do(world.Observe, world.Request{
		Actor: actor, At: pairPages, Method: http.MethodGet, Path: "/os-keypairs" + below, Query: query,
	})
}

// pairsOn are the key pairs of one page.
func pairsOn(list *world.Exchange) (pairs []map[string]any) {
	all, _ := list.Get("/keypairs")
	for _, item := range phrases.ObjectsIn(all) {
		pair, _ := item["keypair"].(map[string]any)
		pairs = append(pairs, pair)
	}
	return pairs
}

// pairFits says in what a key pair that is shown differs from what was imported, or from the list.
func pairFits(w *world.World, pair *world.Noun, listed []map[string]any) (differs string, err error) {
	x, err := askPairs(w, pair.Owner, "/"+url.PathEscape(pair.RealName), url.Values{})
	if err != nil {
		return "", err
	}
	found := slices.DeleteFunc(slices.Clone(listed), func(p map[string]any) bool { return p["name"] != pair.RealName })
	if x.Status == http.StatusNotFound && len(found) == 0 {
		return "", nil
	}
	if x.Status != http.StatusOK || len(found) != 1 {
		return fmt.Sprintf("key pair %s is answered %d, and listed %d times", pair.RealName, x.Status, len(found)), nil
	}
	value, _ := x.Get("/keypair")
	shown, _ := value.(map[string]any)
	for field, is := range found[0] {
		if shown[field] != is {
			return fmt.Sprintf("the %s of key pair %s is %v, and %v in the list", field, pair.RealName, shown[field], is), nil
		}
	}
	if shown["user_id"] != fixtures.UserID(w, pair.Owner) || shown["deleted"] != false {
		return fmt.Sprintf("key pair %s is user %v's, deleted: %v", pair.RealName, shown["user_id"], shown["deleted"]), nil
	}
	if onlyPair(w, pair.RealName, pair.Owner) == nil {
		return "", nil // it was replaced
	}
	if is := phrases.KeyMaterial(shown["public_key"]); is != phrases.KeyMaterial(pair.Facts["material"]) {
		return fmt.Sprintf("the key of key pair %s is %s", pair.RealName, is), nil
	}
	for field, want := range map[string]any{"type": pair.Facts["type"], "fingerprint": pair.Facts["fingerprint"]} {
		if shown[field] != want {
			return fmt.Sprintf("the %s of key pair %s is %v, and not %v", field, pair.RealName, shown[field], want), nil
		}
	}
	return "", nil
}

// pairPagesFit says what is wrong with the first two pages of one key pair each. The lists of other cases of the same user may change
// meanwhile: only what one page says of the next is compared.
func pairPagesFit(w *world.World, actor string) (differs string, err error) {
	first, err := askPairs(w, actor, "", url.Values{"limit": {"1"}})
	if err != nil {
		return "", err
	}
	pairs := pairsOn(first)
	if first.Status != http.StatusOK || len(pairs) != 1 {
		return fmt.Sprintf("a page of one is answered %d with %d key pairs", first.Status, len(pairs)), nil
	}
	last := fmt.Sprint(pairs[0]["name"])
	links, _ := first.Get("/keypairs_links")
	if differs := linkFits(links, "/os-keypairs", last); differs != "" {
		return differs, nil
	}
	second, err := askPairs(w, actor, "", url.Values{"limit": {"1"}, "marker": {last}})
	if err != nil {
		return "", err
	}
	pairs = pairsOn(second)
	if second.Status != http.StatusOK || len(pairs) > 1 || len(pairs) == 1 && pairs[0]["name"] == last {
		return fmt.Sprintf("the page after key pair %s is answered %d with %v", last, second.Status, pairs), nil
	}
	return "", nil
}
