package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"plumbline/cmd/plumbline/internal/cli"
)

// written is the date on all man pages, so that the same commands make the same pages.
var written = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func newManCommand(s cli.Streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "man",
		Short:   "Write a man page for each command",
		Long:    "Writes plumbline.1 and a page for each command below it into a folder, from what --help says.",
		Example: "  plumbline man --out man; man -l man/plumbline-certify.1\n  plumbline man --out /usr/local/share/man/man1",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // all users may read the pages
				return fmt.Errorf("--out: %w", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Section: "1", Source: "plumbline " + cli.Version, Manual: "Plumbline", Date: &written}
			if err := doc.GenManTree(root, header, out); err != nil {
				return fmt.Errorf("--out: %w", err)
			}
			pages, err := filepath.Glob(filepath.Join(out, "plumbline*.1"))
			if err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "%d man pages in %s\n", len(pages), out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "man", "`folder` to write to, made if there is none")
	return cmd
}
