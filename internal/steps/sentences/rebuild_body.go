package sentences

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

var betweenParts = regexp.MustCompile(`, | and `)

// rebuildBody makes the body of a rebuild from the parts in a sentence ("image Q, key K2 and personality", "image B on its
// volume"). Without a part that names an image it has the run's first one, which the server has.
func rebuildBody(w *world.World, parts string) (map[string]any, error) {
	fields := map[string]any{"imageRef": fixtures.Image(w)}
	if rest, on := strings.CutSuffix(parts, " on its volume"); on {
		parts = rest
		volumes.OnVolume(w, fields)
	}
	for _, part := range betweenParts.Split(parts, -1) {
		if err := addPart(w, fields, part); err != nil {
			return nil, err
		}
	}
	return map[string]any{"rebuild": fields}, nil
}

func addPart(w *world.World, fields map[string]any, part string) error {
	word, value, _ := strings.Cut(part, " ")
	switch {
	case word == "key":
		fields["key_name"] = phrases.KeyValue(w, value)
	case word == "image":
		fields["imageRef"] = phrases.ImageID(w, value)
	case word == "parameter":
		return phrases.Parameter(w, fields, value)
	case part == "every other parameter":
		phrases.OtherParameters(w, fields)
	case part == "personality":
		fields["personality"] = files(1, 2)
	case part == "user_data":
		phrases.SetParameter(w, fields, "user_data", base64.StdEncoding.EncodeToString([]byte("#!/bin/true\n")), phrases.Answered)
	case part == "one trusted certificate":
		phrases.SetParameter(w, fields, "trusted_image_certificates", []any{"first"}, phrases.Answered|phrases.Kept)
	case part == "trusted certificates":
		phrases.SetParameter(w, fields, "trusted_image_certificates", []any{"first", "second"}, phrases.Answered|phrases.Kept)
	case part == "a hostname":
		phrases.SetParameter(w, fields, "hostname", "renamed", 0)
		phrases.Expect(w, "OS-EXT-SRV-ATTR:hostname", "renamed", phrases.Answered|phrases.Kept)
	case part == "as many metadata items as the limit":
		limit, err := limit(w, "maxServerMeta")
		fields["metadata"] = items(limit)
		return err
	case part == "as many injected files as the limit":
		limit, err := limit(w, "maxPersonality")
		fields["personality"] = files(limit, 1)
		return err
	case part == "an injected file whose text in base64 is as long as the limit":
		limit, err := limit(w, "maxPersonalitySize")
		fields["personality"] = files(1, limit/4*3) // compute measures the base64 text
		return err
	case part == "one metadata item more than the limit":
		limit, err := limit(w, "maxServerMeta")
		fields["metadata"] = items(limit + 1)
		return err
	case part == "one injected file more than the limit":
		limit, err := limit(w, "maxPersonality")
		fields["personality"] = files(limit+1, 1)
		return err
	case part == "an injected file whose text in base64 is longer than the limit":
		limit, err := limit(w, "maxPersonalitySize")
		fields["personality"] = files(1, limit/4*3+1)
		return err
	case part == "two injected files whose second one is too long":
		limit, err := limit(w, "maxPersonalitySize")
		fields["personality"] = append(files(1, 1), map[string]any{"path": "/etc/plumbline-long", "contents": strings.Repeat("QUFB", limit/4+1)})
		return err
	case part == "an injected file whose path is as long as the limit", part == "an injected file whose path is longer than the limit":
		length, err := pathLimit(w)
		if strings.HasSuffix(part, "longer than the limit") {
			length++
		}
		fields["personality"] = fileWithPath(length)
		return err
	default:
		return addCounted(fields, part)
	}
	return nil
}

// fileWithPath is an injected file whose path is so many bytes long.
func fileWithPath(length int) []any {
	return []any{map[string]any{"path": "/" + strings.Repeat("p", max(0, length-1)), "contents": "QUFB"}}
}

// counted is a part of a rebuild that says how much of something there is.
var counted = regexp.MustCompile(`^(?:(\d+) (metadata items|injected files)|an injected file with (\d+) bytes of (path|content))$`)

// addCounted adds so many metadata items or injected files, or one file whose path, or text in base64, is so long.
func addCounted(fields map[string]any, part string) error {
	found := counted.FindStringSubmatch(part)
	if found == nil {
		return fmt.Errorf("no part of a rebuild is called %q", part)
	}
	n, err := strconv.Atoi(found[1] + found[3])
	if err != nil {
		return err
	}
	switch found[2] + found[4] {
	case "metadata items":
		fields["metadata"] = items(n)
	case "injected files":
		fields["personality"] = files(n, 1)
	case "path":
		fields["personality"] = fileWithPath(n)
	case "content":
		fields["personality"] = files(1, n/4*3)
	}
	return nil
}

// files makes n injected files of that many bytes each.
func files(n, bytes int) []any {
	content := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", bytes)))
	var out []any
	for i := range n {
		out = append(out, map[string]any{"path": "/etc/plumbline-" + strconv.Itoa(i), "contents": content})
	}
	return out
}

func items(n int) map[string]any {
	out := map[string]any{}
	for i := range n {
		out["item-"+strconv.Itoa(i)] = "x"
	}
	return out
}

// pathLimit reads how long the path of an injected file may be, which only the quota of the project tells.
func pathLimit(w *world.World) (int, error) {
	path := "/os-quota-sets/" + fixtures.ProjectID(w, "member")
	x, err := w.Do(world.Probe, world.Request{Actor: "member", At: w.Newest("2.56"), Method: "GET", Path: path})
	if err != nil {
		return 0, err
	}
	value, _ := x.Get("/quota_set/injected_file_path_bytes")
	number, ok := value.(float64)
	if !ok || number < 1 || number > 4096 {
		return 0, fmt.Errorf("the path of an injected file may have %v bytes: nothing can be one longer", value)
	}
	return int(number), nil
}

// limit reads a limit of the project; those of injected files are shown up to 2.56.
func limit(w *world.World, name string) (int, error) {
	x, err := w.Do(world.Probe, world.Request{Actor: "member", At: w.Newest("2.56"), Method: "GET", Path: "/limits"})
	if err != nil {
		return 0, err
	}
	value, found := x.Get("/limits/absolute/" + name)
	number, ok := value.(float64)
	if !found || !ok || number < 0 || number > 100000 {
		return 0, fmt.Errorf("the limit %s is %v: nothing can be one more", name, value)
	}
	return int(number), nil
}
