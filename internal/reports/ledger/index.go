package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/markdown"
)

// readmeFile has the index of the entries between two marks.
const (
	readmeFile = "README.md"
	indexBegin = "<!-- index: written by \"plumbline report ledger --write\" -->\n"
	indexEnd   = "<!-- end of index -->\n"
)

// WriteIndex writes the index of the entries into the README.
func WriteIndex(root string) error {
	current, err := intake.ReadIn(root, readmeFile, intake.Settings)
	if err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	text, err := withIndex(root, current)
	if err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return bundle.WriteFile(root, readmeFile, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// withIndex is the README with the index of the entries.
func withIndex(root string, readme []byte) ([]byte, error) {
	before, rest, ok := bytes.Cut(readme, []byte(indexBegin))
	_, after, end := bytes.Cut(rest, []byte(indexEnd))
	if !ok || !end {
		return nil, errors.New(readmeFile + " has no marks for the index (" + strings.TrimSpace(indexBegin) + ")")
	}
	entries, err := Read(root)
	if err != nil {
		return nil, err
	}
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(indexBegin)
	c, err := readChain(root)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "%d submissions; head of the chain: `%s`\n\n", len(c), c.head())
	b.WriteString("| entry | verdict | specifications offered | profile | date | made with |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, e := range entries {
		if err := e.checkLinkable(); err != nil {
			return nil, fmt.Errorf("%s: %w", entryFile, err)
		}
		name := e.Implementation
		if e.URL != "" {
			name = "[" + name + "](" + e.URL + ")"
		}
		text := markdown.MarkdownCell
		fmt.Fprintf(&b, "| [%s-%s](%s) / %s | %s | %s | %s | %s | %s |\n", e.Service, e.Version, e.Folder(), name,
			text(e.verdict()), e.listOffered(catalogue), text(e.Profile), text(e.Date), text(e.Tool))
	}
	b.WriteString(indexEnd)
	b.Write(after)
	return b.Bytes(), nil
}
