package features

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
)

// tables checks that the tables of the catalogue show Examples that exist, and columns that these have.
func (c *checker) tables(s *Suite) {
	for _, spec := range s.Catalogue.Specifications {
		columns := map[string][]string{}
		var names []string
		for _, sc := range s.Scenarios {
			if sc.Spec == spec.ID && sc.ExamplesName != "" {
				columns[sc.ExamplesName] = sc.Columns
				names = append(names, sc.ExamplesName)
			}
		}
		for _, t := range spec.Tables {
			for _, name := range t.Examples {
				if columns[name] == nil {
					c.at(c.where[spec.ID], false, "table %q: no Examples are called %q%s", t.Title, name, near.Hint(name, names))
					continue
				}
				for _, column := range t.Columns {
					if !slices.Contains(columns[name], column) {
						c.at(c.where[spec.ID], false, "table %q: the Examples %q have no column %q%s", t.Title, name, column,
							near.Hint(column, columns[name]))
					}
				}
			}
		}
	}
}

// documents applies the overlays up to the newest microversion, since one may break an embedded one of a later version.
func (c *checker) documents(d *openapi.Documents) {
	for _, service := range d.Extended() {
		chain, err := d.Chain(service, openapi.Specified)
		if err == nil {
			_, err = chain.At(chain.Max())
		}
		if err != nil {
			c.overlay(service, err)
		}
	}
}

// outside notes an error of an overlay that could not be read, which begins with its path.
func (c *checker) outside(err error) {
	name, _, _ := strings.Cut(err.Error(), ": ")
	if _, failed := fs.Stat(c.overlays, name); failed != nil {
		name = ""
	}
	trimmed := errors.New(strings.TrimPrefix(err.Error(), name+": "))
	c.wrong(strings.TrimSuffix(DocumentsFolder+"/"+name, "/"), trimmed)
}

// overlay finds the file and the line of the action that an error about documents tells of: it quotes the action's target.
func (c *checker) overlay(service openapi.Service, err error) {
	at := place{file: DocumentsFolder + "/" + string(service)}
	names, _ := fs.Glob(c.overlays, string(service)+"/*/*.yaml")
	for _, name := range names {
		if !strings.Contains(err.Error(), name) {
			continue
		}
		at.file = DocumentsFolder + "/" + name
		if text, failed := fs.ReadFile(c.overlays, name); failed == nil {
			at.line = lineOfTarget(text, err.Error())
		}
	}
	c.at(at, false, "%s", err)
}

// lineOfTarget is the line of the first action of an overlay whose target the message quotes; 0 without one.
func lineOfTarget(overlay []byte, message string) int {
	var root struct {
		Actions []struct{ Target yaml.Node }
	}
	if yaml.Unmarshal(overlay, &root) != nil {
		return 0
	}
	for _, a := range root.Actions {
		if a.Target.Value != "" && strings.Contains(message, strings.TrimSpace(a.Target.Value)) {
			return a.Target.Line
		}
	}
	return 0
}

// operations are the ids of the operations of all documents at the microversions that the scenarios are about.
func (c *checker) operations(s *Suite) (out []string) {
	if !slices.ContainsFunc(s.Scenarios, func(sc Scenario) bool { return len(sc.Ops) > 0 }) {
		return nil
	}
	for _, service := range openapi.Services() {
		chain, err := s.Documents.Chain(service, openapi.Specified)
		if err != nil {
			continue // said elsewhere
		}
		versions := []openapi.Version{chain.Min(), chain.Max()}
		for _, sc := range s.Scenarios {
			versions = append(versions, sc.Since, sc.Until)
		}
		slices.SortFunc(versions, openapi.Version.Compare)
		for _, v := range slices.Compact(versions) {
			if d, err := chain.At(v); err == nil {
				for _, op := range d.Operations() {
					out = append(out, op.ID)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// linesOfRequirements are the lines on which the ids of a catalogue's requirements stand, in order.
func linesOfRequirements(files fs.FS, file string) (lines []int) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return nil
	}
	var root struct {
		Requirements []struct{ ID yaml.Node }
	}
	if yaml.Unmarshal(text, &root) != nil {
		return nil
	}
	for _, r := range root.Requirements {
		lines = append(lines, r.ID.Line)
	}
	return lines
}
