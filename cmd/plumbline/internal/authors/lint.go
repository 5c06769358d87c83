package authors

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/lint"
	"plumbline/internal/reports"
	"plumbline/internal/steps/phrasebook"
	"plumbline/internal/steps/target"
)

// NewLintCommand makes the command lint, which checks a folder of specifications.
func NewLintCommand(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint DIR",
		Short: "Check catalogue, features, tags, sentences and overlays of a folder of specifications together",
		Long: `Checks a folder for certify --features: catalogue/*.yaml, SPECIFICATION/*.feature and openapi/SERVICE/specified/X.Y.yaml, each by itself
and all together. Each problem has file and line. What certify can run without (a requirement that no scenario tests yet) is marked
"unfinished". Exits with 1 when there is a problem, unfinished ones included.`,
		Example: "  plumbline lint our-specifications",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			all, suite, err := problems(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			for _, p := range all {
				if p.Unfinished {
					p.Text = "unfinished: " + p.Text
				}
				fmt.Fprintln(s.Out, p)
			}
			if len(all) > 0 {
				return &cli.ExitError{Code: cli.ExitNotConform, Err: fmt.Errorf("lint %s: %s", args[0], reports.Plural(len(all), "problem"))}
			}
			fmt.Fprintf(s.Out, "%s, %s, %s, overlays of %s: no problems\n", reports.Plural(len(suite.Catalogue.Specifications), "specification"),
				reports.Plural(len(suite.Catalogue.All()), "requirement"), reports.Plural(len(suite.Scenarios), "scenario"),
				reports.Plural(len(suite.Documents.Extended()), "service"))
			return nil
		},
	}
	return cmd
}

// problems are all that can be found in a folder.
func problems(dir string) (features.Problems, *features.Suite, error) {
	if _, err := os.Stat(filepath.Join(dir, "features.go")); err == nil {
		return nil, nil, errors.New("these are the features of plumbline itself: \"go test ./features ./internal/steps/sentences\" checks them")
	}
	suite, all, err := features.Check(dir)
	if err != nil || suite == nil {
		return all, suite, err
	}
	all = append(all, phrasebook.Check(dir, suite.Scenarios)...)
	for _, r := range suite.Catalogue.All() {
		if !slices.Contains(target.Actors(), r.Actor) {
			all = append(all, features.Problem{
				File: filepath.Join(dir, "catalogue"), Text: fmt.Sprintf("%s: no actor is called %q", r.ID, r.Actor), Unfinished: true,
			})
		}
	}
	more, err := documentProblems(dir, suite.Documents)
	return append(all, more...), suite, err
}

// documentProblems are those of the documents that the embedded ones do not have.
func documentProblems(dir string, d *openapi.Documents) (out features.Problems, err error) {
	for _, service := range d.Extended() {
		before, err := openapi.Builtin(service, openapi.Specified)
		if err != nil {
			return nil, err
		}
		after, err := d.Chain(service, openapi.Specified)
		if err != nil {
			return nil, err
		}
		known := map[string]bool{}
		for _, p := range lint.Lint(before) {
			known[p.String()] = true
		}
		for _, p := range lint.Lint(after) {
			if !known[p.String()] {
				out = append(out, features.Problem{
					File: filepath.Join(dir, features.DocumentsFolder, string(service)), Text: p.String(), Unfinished: true,
				})
			}
		}
	}
	return out, nil
}
