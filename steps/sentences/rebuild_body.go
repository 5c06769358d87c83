package sentences

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plumbline/steps/world"
)

var betweenParts = regexp.MustCompile(`, | and `)

// rebuildBody makes the body of a rebuild from the parts that a sentence lists ("image Q, key K2 and
// personality", "image B on its volume"). Unless a part names another image it is the run's first one: the one of the server.
func rebuildBody(w *world.World, parts string) (map[string]any, error) {
	fields := map[string]any{"imageRef": w.Image()}
	if rest, on := strings.CutSuffix(parts, " on its volume"); on {
		parts = rest
		onVolume(w, fields)
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
		fields["key_name"] = keyValue(w, value)
	case word == "image":
		fields["imageRef"] = imageID(w, value)
	case word == "parameter":
		return parameter(w, fields, value)
	case part == "every other parameter":
		otherParameters(w, fields)
	case part == "personality":
		fields["personality"] = files(1, 2)
	case part == "user_data":
		give(w, fields, "user_data", base64.StdEncoding.EncodeToString([]byte("#!/bin/true\n")), answered)
	case part == "trusted certificates":
		give(w, fields, "trusted_image_certificates", []any{"first", "second"}, answered|kept)
	case part == "a hostname":
		give(w, fields, "hostname", "renamed", 0)
		expect(w, "OS-EXT-SRV-ATTR:hostname", "renamed", answered|kept)
	case part == "one metadata item more than the limit":
		limit, err := limit(w, "maxServerMeta")
		fields["metadata"] = items(limit + 1)
		return err
	case part == "one injected file more than the limit":
		limit, err := limit(w, "maxPersonality")
		fields["personality"] = files(limit+1, 1)
		return err
	case part == "an injected file one byte over the limit":
		limit, err := limit(w, "maxPersonalitySize")
		fields["personality"] = files(1, limit+1)
		return err
	default:
		return fmt.Errorf("no part of a rebuild is called %q", part)
	}
	return nil
}

var blank = regexp.MustCompile(`^(\w+) with a (leading|trailing) blank$`)

// keyValue is what a sentence means by a key: the name of a key pair of the scenario, with a blank
// before or behind it; "unknown"; so many characters; or a JSON value as it stands.
func keyValue(w *world.World, value string) any {
	if m := blank.FindStringSubmatch(value); m != nil {
		name := w.RealName("keypair", m[1])
		if m[2] == "leading" {
			return " " + name
		}
		return name + " "
	}
	if n, rest, found := strings.Cut(value, " "); found && rest == "characters" {
		if length, err := strconv.Atoi(n); err == nil {
			return strings.Repeat("k", length)
		}
	}
	if value == "unknown" {
		return w.Name("no-such-key")
	}
	var literal any
	if json.Unmarshal([]byte(value), &literal) == nil {
		return literal
	}
	return w.RealName("keypair", value)
}

// files makes n injected files of so many bytes each.
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

// limit reads a limit of the project; the ones of injected files are shown up to 2.56.
func limit(w *world.World, name string) (int, error) {
	x, err := w.Do(world.Probe, world.Request{Actor: "member", At: "2.56", Method: "GET", Path: "/limits"})
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
