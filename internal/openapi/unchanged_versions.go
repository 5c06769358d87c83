package openapi

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// unchangedFile lists the microversions that change nothing in the documents, as scope → version → sentence: "behaviour" is
// a change of the service's behaviour, "elsewhere" a change outside of these documents.
const unchangedFile = "unchanged.yaml"

// listUnchanged gives each version of unchanged.yaml an overlay that sets its number and sentence. The file may be missing.
func (src *source) listUnchanged(fsys fs.FS) error {
	tree, err := readDocument(fsys, unchangedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = overlay.OnlyKeys(tree, "behaviour", "elsewhere")
	}
	if err != nil {
		return err
	}
	for _, scope := range slices.Sorted(maps.Keys(tree)) {
		sentences, ok := tree[scope].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: %s is a map of versions to sentences", unchangedFile, scope)
		}
		for _, version := range node.SortedKeys(sentences) {
			if err := src.addUnchanged(version, scope, sentences[version]); err != nil {
				return fmt.Errorf("%s: %s %q: %w", unchangedFile, scope, version, err)
			}
		}
	}
	return nil
}

func (src *source) addUnchanged(version, scope string, sentence any) error {
	v, err := ParseVersion(version)
	switch {
	case err != nil:
		return err
	case !src.min.Less(v) || src.max.Less(v):
		return fmt.Errorf("these are versions after %s up to %s", src.min, src.max)
	case src.Shipped[v] != nil:
		return fmt.Errorf("there is %s, too", src.Shipped[v].Name)
	}
	if text, ok := sentence.(string); !ok || text == "" {
		return errors.New("a version has a sentence")
	}
	l := &layer{Name: unchangedFile + ": " + version}
	l.ready, l.err = overlay.CompileOverlay(overlay.Overlay{
		Title: version, Version: version, Name: l.Name,
		Actions: []overlay.OverlayAction{{Target: "$.info", Update: map[string]any{
			"version": version, "x-openstack-change": sentence, "x-openstack-change-scope": scope,
		}}},
	})
	src.Shipped[v] = l
	return l.err
}
