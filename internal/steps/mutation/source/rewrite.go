package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// siteName is the import name of package site in rewritten files.
const siteName = "mutantsite"

// edit inserts text before and after a part of a file, or replaces it.
type edit struct {
	start, end    int
	before, after string
	// instead replaces the part, which holds no other edit.
	instead string
	replace bool
}

// Rewrite finds the mutants of a package, numbers them from first on, and answers its files, by name, with all mutants in them.
func Rewrite(p *Package, first int) ([]Mutant, map[string][]byte, error) {
	lost := map[string]bool{}
	for {
		w := &walk{p: p, first: first, lost: lost}
		out := map[string][]byte{}
		for _, f := range p.Files {
			w.file = f
			w.edits = nil
			if SilentFiles[f.Name] == "" {
				w.walkFile()
			}
			out[f.Path] = apply(f.Source, w.edits, f)
		}
		bad, err := p.faulty(out)
		if err != nil {
			return nil, nil, err
		}
		if len(bad) == 0 {
			name(w.mutants)
			return w.mutants, out, nil
		}
		before := len(lost)
		for at := range bad {
			lost[at] = true
		}
		if len(lost) == before {
			return nil, nil, fmt.Errorf("%s: lines without mutants do not compile: %v", p.Path, bad)
		}
	}
}

// mark is a text to insert at a place; marks at one place are sorted so that the text of the larger part comes outside.
type mark struct {
	at, rank, width, order int
	text                   string
	cut                    int
}

// apply makes the edits in a file's text. Line numbers do not change.
func apply(text []byte, edits []edit, f *File) []byte {
	var marks []mark
	for i, e := range edits {
		if e.replace {
			marks = append(marks, mark{at: e.start, rank: 2, width: 0, order: i, text: e.instead, cut: e.end})
			continue
		}
		width := e.end - e.start
		if e.after != "" {
			marks = append(marks, mark{at: e.end, rank: 0, width: width, order: -i, text: e.after})
		}
		marks = append(marks, mark{at: e.start, rank: 1, width: -width, order: i, text: e.before})
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(a.width, b.width), cmp.Compare(a.order, b.order))
	})
	var out strings.Builder
	done := 0
	for _, m := range marks {
		out.Write(text[done:m.at])
		out.WriteString(m.text)
		done = max(m.at, m.cut)
	}
	out.Write(text[done:])
	if len(edits) == 0 {
		return text
	}
	packageEnd := int(f.Syntax.Name.End()) - int(f.Syntax.FileStart)
	all := out.String()
	return []byte(all[:packageEnd] + "; import " + siteName + " \"" + SitePath + "\"" + all[packageEnd:])
}
