package audit

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// idsOf are the fields by which the items of lists are known, one of them for each list, as they are or below an object of their own.
var idsOf = []string{"id", "uuid", "name", "request_id"}

// carriedOn are query keys that stand in the link to a next page as in the address of the page, by the microversion that knows them:
// earlier ones drop them, also from the link (MVN-23).
var carriedOn = map[string]openapi.Version{
	"limit": {}, "all_tenants": {}, "name": {}, "user_id": {}, "sort_key": {}, "sort_dir": {}, "changes-since": {},
	"with_servers": openapi.MustVersion("2.53"), "changes-before": openapi.MustVersion("2.66"),
}

// goesOn checks the link of a page of a list of compute: it leads to the same list, asked for in the same way, after the last item of
// the page (docs/contract/80-compute-operations.md §3, docs/contract/10-rebuild-keypair.md §3). A key that was sent several times
// stands in it once, and is not compared.
func goesOn(x *world.Exchange) error {
	answer, _ := x.JSON.(map[string]any)
	if x.Asked.Method != http.MethodGet || x.Status != http.StatusOK || answer == nil {
		return nil
	}
	for key, value := range answer {
		noun, paged := strings.CutSuffix(key, "_links")
		if key == "links" {
			noun, paged = "instanceActions", true
		}
		items := phrases.ObjectsIn(answer[noun])
		for _, link := range phrases.ObjectsIn(value) {
			if !paged || len(items) == 0 || link["rel"] != "next" {
				continue
			}
			asked, err := url.Parse(x.URL)
			if err != nil {
				return err
			}
			asked.Path, _, _ = strings.Cut(x.Asked.Path, "?") // what stands in front of it may be a proxy's
			href, _ := link["href"].(string)
			if err := linkGoesOn(asked, x.Version, href, namesOf(items[len(items)-1])); err != nil {
				return err
			}
		}
	}
	return nil
}

// linkGoesOn compares a link to a next page with the address of this one, and its marker with the names of the last item.
func linkGoesOn(asked *url.URL, at openapi.Version, href string, last []string) error {
	next, err := url.Parse(href)
	if err != nil || !strings.HasSuffix(next.Path, asked.Path) {
		return world.Differ("where the next page of a list is", asked.Path, href)
	}
	query := next.Query()
	if marker := query["marker"]; len(marker) != 1 || !slices.Contains(last, marker[0]) {
		return world.Differ("the marker of the next page: the last item of this one", last, marker)
	}
	for key, values := range asked.Query() {
		since, known := carriedOn[key]
		if known && !at.Less(since) && len(values) == 1 && !reflect.DeepEqual(query[key], values) {
			return world.Differ("the "+key+" of the next page, as it is of this one", values, query[key])
		}
	}
	return nil
}

// linkFits says what is wrong with the links of a full page of a list, "" for nothing: one leads to the next page, after the last item.
func linkFits(links any, path, last string) string {
	all := phrases.ObjectsIn(links)
	if len(all) != 1 || all[0]["rel"] != "next" {
		return fmt.Sprintf("a full page has the links %v, and not one to the next page", links)
	}
	href, _ := all[0]["href"].(string)
	if !strings.Contains(href, "://") {
		return fmt.Sprintf("the link to the next page is %q, which is no address", href)
	}
	if err := linkGoesOn(&url.URL{Path: path}, openapi.Version{}, href, []string{last}); err != nil {
		return err.Error()
	}
	return ""
}

// namesOf are all values by which an item of a list may be known.
func namesOf(item map[string]any) (out []string) {
	inside := []map[string]any{item}
	for _, value := range item {
		if of, isObject := value.(map[string]any); isObject && len(item) == 1 {
			inside = append(inside, of)
		}
	}
	for _, fields := range inside {
		for _, field := range idsOf {
			if fields[field] != nil {
				out = append(out, fmt.Sprint(fields[field]))
			}
		}
	}
	return out
}
