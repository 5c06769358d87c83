package audit

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// versionID is the id of a version: "v2", "v2.1".
var versionID = regexp.MustCompile(`^(v\d+)(?:\.\d+)?$`)

// versionsFit checks each version in a document of versions, whatever the service and the row: its id and status, a link to itself (that of
// compute at the service that has answered; what stands in front of others may change addresses), its oldest and newest microversion in
// that order, and media types and a time where it shows any (docs/contract/60-microversions.md §6).
func versionsFit(x *world.Exchange) error {
	if !x.Asked.Root || x.Asked.Method != http.MethodGet || x.Status != http.StatusOK && x.Status != http.StatusMultipleChoices {
		return nil
	}
	asked, err := url.Parse(x.URL)
	if err != nil {
		return nil //nolint:nilerr // it was sent there
	}
	folder := ""
	if x.Asked.Service == openapi.Compute {
		folder = asked.Host + strings.TrimSuffix(asked.Path, x.Asked.Path)
	}
	for _, place := range []string{"/versions", "/versions/values", "/version", "/choices"} {
		found, _ := x.Get(place)
		versions := phrases.ObjectsIn(found)
		if one, isOne := found.(map[string]any); isOne && place == "/version" {
			versions = []map[string]any{one}
		}
		below := ""
		if place == "/choices" {
			below = strings.TrimSuffix(x.Asked.Path, "/")
		}
		for _, v := range versions {
			if differs := versionFits(v, folder, below); differs != "" {
				return world.Failf("version %v of GET %s: %s", v["id"], x.Asked.Path, differs)
			}
		}
	}
	return nil
}

// versionFits says what is wrong with a version of the service in a folder, "" for any folder; below is the path that the version is a
// choice for.
func versionFits(v map[string]any, folder, below string) string {
	id, _ := v["id"].(string)
	name := versionID.FindStringSubmatch(id)
	if status, _ := v["status"].(string); name == nil || status == "" {
		return fmt.Sprintf("its id is %q, its status %v", id, v["status"])
	}
	self := slices.DeleteFunc(phrases.ObjectsIn(v["links"]), func(l map[string]any) bool { return l["rel"] != "self" })
	if len(self) == 0 {
		return fmt.Sprintf("it has no link to itself: %v", v["links"])
	}
	for _, link := range self {
		href, _ := link["href"].(string)
		at, err := url.Parse(href)
		if err == nil && href == "" {
			continue // placement has an empty one
		}
		to := ""
		if err == nil {
			to = at.Host + strings.TrimSuffix(at.Path, "/")
		}
		if !slices.ContainsFunc([]string{name[1], id}, func(version string) bool {
			way := folder + "/" + version + below
			return to == way || folder == "" && strings.HasSuffix(to, way)
		}) {
			return fmt.Sprintf("its link to itself is %q, and not one of %s/%s", href, folder, id)
		}
	}
	if updated, told := v["updated"].(string); told {
		if _, err := time.Parse(time.RFC3339, updated); err != nil {
			return fmt.Sprintf("it was updated at %q", updated)
		}
	}
	for _, media := range phrases.ObjectsIn(v["media-types"]) {
		if differs := mediaTypeFits(media, id); differs != "" {
			return differs
		}
	}
	return boundsFit(v)
}

// mediaTypeFits says what is wrong with the media type of a version. A version in it is that of the id, with or without zeros at its end.
func mediaTypeFits(media map[string]any, id string) string {
	kind, _ := media["type"].(string)
	_, version, versioned := strings.Cut(kind, ";version=")
	if media["base"] != "application/json" || !strings.HasPrefix(kind, "application/vnd.openstack.") ||
		versioned && "v"+strings.TrimSuffix(version, ".0") != strings.TrimSuffix(id, ".0") {
		return fmt.Sprintf("its media type is %v", media)
	}
	return ""
}

// boundsFit says what is wrong with the oldest and the newest microversion of a version; one without microversions has "" for both.
func boundsFit(v map[string]any) string {
	oldest, told := v["min_version"].(string)
	newest, _ := v["version"].(string)
	if most, there := v["max_version"].(string); there {
		newest = most
	}
	if !told || oldest == "" && newest == "" {
		return ""
	}
	from, err := openapi.ParseVersion(oldest)
	to, other := openapi.ParseVersion(newest)
	if err != nil || other != nil || to.Less(from) {
		return fmt.Sprintf("its microversions go from %q to %q", oldest, newest)
	}
	return ""
}
