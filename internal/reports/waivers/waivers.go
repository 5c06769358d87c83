// Package waivers reads files of waivers: failures that the operator accepts, each with a reason and an expiry date.
//
//	waivers:
//	  - requirement: RKP-22          # or row: RKP-22a
//	    reason: our audit hides actions of other users
//	    link: https://tracker.example/1412
//	    expires: 2026-12-31          # the last day, UTC
//	    owner: compute team
//
// link and owner may be left out. id is accepted for requirement or row, and until for expires.
package waivers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports/eventlog"
)

// ErrWaivers is wrapped by every error about the content of waivers.
var ErrWaivers = errors.New("waivers")

// Waiver is one waiver with its place in the file.
type Waiver struct {
	eventlog.Waiver
	// Kind is what ID names: "requirement", "row", or "" for either.
	Kind string
	// Line is its line in its file, counted from 1; File is "" for a text.
	Line int
	File string
}

// ReadFile reads a file of waivers strictly: every error names its line.
func ReadFile(path string) ([]Waiver, error) {
	data, err := intake.ReadFile(path, intake.Settings)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWaivers, err)
	}
	var doc struct {
		Waivers yaml.Node `yaml:"waivers"`
	}
	var root, another yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&root); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: %s: %w", ErrWaivers, path, err)
	}
	switch err := dec.Decode(&another); {
	case err == nil:
		return nil, fmt.Errorf("%w: %s: line %d: a second YAML document begins here; a file of waivers is one document: "+
			"write all of them into one list", ErrWaivers, path, another.Line)
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: %s: %w", ErrWaivers, path, err)
	}
	if len(root.Content) == 0 {
		return nil, fmt.Errorf("%w: %s is empty; it wants waivers: and a list", ErrWaivers, path)
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%w: %s: line %d: want waivers: and a list", ErrWaivers, path, top.Line)
	}
	for i := 0; i < len(top.Content); i += 2 {
		if key := top.Content[i]; key.Value != "waivers" {
			return nil, fmt.Errorf("%w: %s: line %d: unknown key %q; the file has one key, waivers", ErrWaivers, path, key.Line, key.Value)
		}
	}
	if err := top.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrWaivers, path, err)
	}
	return Parse(&doc.Waivers, path)
}

// Parse reads waivers from a YAML list; file is the name for messages.
func Parse(list *yaml.Node, file string) ([]Waiver, error) {
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("%w: %sline %d: want a list of waivers", ErrWaivers, filePrefix(file), list.Line)
	}
	var out []Waiver
	for _, node := range list.Content {
		w, err := parse(node)
		if err != nil {
			return nil, fmt.Errorf("%w: %s%w", ErrWaivers, filePrefix(file), err)
		}
		w.File = file
		out = append(out, w)
	}
	return out, nil
}

func filePrefix(file string) string {
	if file == "" {
		return ""
	}
	return file + ": "
}

// keys are the keys of one waiver.
var keys = []string{"requirement", "row", "id", "reason", "link", "expires", "until", "owner"}

func parse(node *yaml.Node) (Waiver, error) {
	w := Waiver{Line: node.Line}
	if node.Kind != yaml.MappingNode {
		return w, fmt.Errorf("line %d: a waiver has the keys requirement or row, reason, expires, and if you like link and owner", node.Line)
	}
	for i := 0; i < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if !slices.Contains(keys, key.Value) {
			return w, fmt.Errorf("line %d: unknown key %q; a waiver has requirement or row, reason, expires, link, owner", key.Line, key.Value)
		}
		if value.Kind != yaml.ScalarNode {
			return w, fmt.Errorf("line %d: %s wants one value", value.Line, key.Value)
		}
		if err := w.set(key, strings.TrimSpace(value.Value)); err != nil {
			return w, err
		}
	}
	return w, w.checkComplete()
}

// set sets the field of one key; two keys for one field are an error.
func (w *Waiver) set(key *yaml.Node, value string) error {
	field := map[string]*string{
		"requirement": &w.ID, "row": &w.ID, "id": &w.ID, "reason": &w.Reason, "link": &w.Link, "expires": &w.Until,
		"until": &w.Until, "owner": &w.Owner,
	}[key.Value]
	if *field != "" {
		return fmt.Errorf("line %d: %s says again what was said above: one waiver for each requirement or row", key.Line, key.Value)
	}
	*field = value
	if key.Value == "requirement" || key.Value == "row" {
		w.Kind = key.Value
	}
	return nil
}

// checkComplete requires a reason and an expiry date of every waiver.
func (w *Waiver) checkComplete() error {
	switch {
	case w.ID == "":
		return fmt.Errorf("line %d: a waiver names a requirement or a row", w.Line)
	case w.Reason == "":
		return fmt.Errorf("line %d: the waiver of %s has no reason", w.Line, w.ID)
	case w.Until == "":
		return fmt.Errorf("line %d: the waiver of %s has no expires: a waiver ends, say when (YYYY-MM-DD)", w.Line, w.ID)
	}
	if _, err := time.Parse(time.DateOnly, w.Until); err != nil {
		return fmt.Errorf("line %d: the waiver of %s: expires %q is no date of the form YYYY-MM-DD", w.Line, w.ID, w.Until)
	}
	if w.Link != "" {
		if u, err := url.Parse(w.Link); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("line %d: the waiver of %s: link %q is no http or https URL", w.Line, w.ID, w.Link)
		}
	}
	return nil
}
