// Package settings reads plumbline.yaml: values for the options of the command line, by option name, so that they need
// not be typed for each run.
//
//	os-cloud: prod
//	actor: {reader: prod-reader, outsider: prod-other}
//	metadata-url: http://controller:8775
//	exclude: [RKP-05]
//	timeout: {server-boot: 5m}
//	waivers:
//	  - {id: RKP-22, reason: "our audit hides actions", until: 2026-12-31}
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports/waivers"
)

// Settings are the contents of a file.
type Settings struct {
	// Options are values by option name; maps are written as "key=value", sorted.
	Options map[string][]string
	// Waivers are those in the file itself; where "waivers" is a path, it is the option of that name.
	Waivers []waivers.Waiver
}

// Read reads a file strictly: a key that is neither an option nor "waivers" is an error, and so is an unknown key inside a
// waiver. waivers.Check finds out whether a waiver's id exists.
func Read(path string, options []string) (Settings, error) {
	data, err := intake.ReadFile(path, intake.Settings)
	if err != nil {
		return Settings{}, fmt.Errorf("settings: %w", err)
	}
	s, err := Parse(data, options)
	if err != nil {
		return Settings{}, fmt.Errorf("settings: %s: %w", path, err)
	}
	return s, nil
}

// Parse is Read for the text of a file.
func Parse(data []byte, options []string) (Settings, error) {
	s := Settings{Options: map[string][]string{}}
	var doc struct {
		Waivers yaml.Node            `yaml:"waivers"`
		Rest    map[string]yaml.Node `yaml:",inline"`
	}
	doc.Rest = map[string]yaml.Node{}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return s, err
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return s, errors.New("a second YAML document follows the first; the file is one document")
	}
	switch doc.Waivers.Kind {
	case 0:
	case yaml.ScalarNode:
		doc.Rest["waivers"] = doc.Waivers
	default:
		var err error
		if s.Waivers, err = waivers.Parse(&doc.Waivers, ""); err != nil {
			return s, err
		}
	}
	for key, node := range doc.Rest {
		if one, plural := strings.CutSuffix(key, "s"); plural && !slices.Contains(options, key) && slices.Contains(options, one) {
			key = one // "actors" reads better above a list than "actor"
		}
		if !slices.Contains(options, key) {
			return s, fmt.Errorf("line %d: %q is no option; known are waivers and %s", node.Line, key, strings.Join(options, ", "))
		}
		values, err := valuesOf(node)
		if err != nil {
			return s, fmt.Errorf("line %d: %s: %w", node.Line, key, err)
		}
		s.Options[key] = values
	}
	return s, nil
}

// valuesOf reads a scalar, a list of scalars or a map of scalars.
func valuesOf(node yaml.Node) ([]string, error) {
	var scalar string
	var list []string
	var pairs map[string]string
	switch node.Kind {
	case yaml.ScalarNode:
		err := node.Decode(&scalar)
		return []string{scalar}, err
	case yaml.SequenceNode:
		err := node.Decode(&list)
		return list, err
	case yaml.MappingNode:
		if err := node.Decode(&pairs); err != nil {
			return nil, err
		}
		for key, value := range pairs {
			list = append(list, key+"="+value)
		}
		slices.Sort(list)
		return list, nil
	}
	return nil, fmt.Errorf("a value, a list or a map is expected")
}
