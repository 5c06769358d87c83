package authors

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi/near"
	"plumbline/internal/steps/phrasebook"
)

// NewSentencesCommand makes the command sentences, which lists and searches the sentences of scenarios.
func NewSentencesCommand(s cli.Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sentences [WORD...]",
		Short: "List and search the sentences that scenarios can use, each with an example",
		Long: `Lists every sentence that a scenario can use, or those that have all words: the expression, what stands below it, and
the first example of the built-in features with its row. Where no sentence has the words, the nearest are shown, and the exit code is 1.`,
		Example: `  plumbline sentences                       # all
  plumbline sentences when sends body       # to send any request
  plumbline sentences the server says at`,
		RunE: func(_ *cobra.Command, words []string) error {
			found := phrasebook.Find(words...)
			if asJSON {
				return writeSentencesJSON(s, found)
			}
			for _, one := range found {
				printSentence(s, one)
			}
			if len(found) > 0 {
				fmt.Fprintf(s.Out, "%d of %d sentences\n", len(found), len(phrasebook.All()))
				return nil
			}
			text := strings.Join(words, " ")
			err := fmt.Errorf("no sentence has all of: %s", text)
			if hint := unknownWords(words); hint != "" {
				err = fmt.Errorf("%w; %s", err, hint)
			}
			if like := phrasebook.Near("", text); len(like) > 0 {
				err = fmt.Errorf("%w; the nearest:\n%s", err, strings.Join(like, "\n"))
			} else {
				err = fmt.Errorf("%w; \"plumbline sentences\" lists all", err)
			}
			return &cli.ExitError{Code: cli.ExitNotConform, Err: err}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON: one object for each sentence")
	return cmd
}

// unknownWords says which words no sentence has at all, with those that somebody may have meant.
func unknownWords(words []string) string {
	var all []string
	for _, one := range phrasebook.All() {
		for _, w := range strings.FieldsFunc(one.Pattern()+" "+one.Example, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
			if len(w) > 2 {
				all = append(all, w)
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	var out []string
	for _, w := range words {
		if len(phrasebook.Find(w)) == 0 {
			out = append(out, fmt.Sprintf("none has %q%s", w, near.Hint(w, all)))
		}
	}
	return strings.Join(out, "; ")
}

func printSentence(s cli.Streams, one phrasebook.Sentence) {
	below := ""
	if one.Text || one.Table {
		below = "   (" + one.Below() + ")"
	}
	fmt.Fprintf(s.Out, "%-5s %s%s\n", one.Keyword(), one.Pattern(), below)
	if one.Example != "" {
		fmt.Fprintf(s.Out, "      %-8s %s\n", one.Row, one.Example)
	}
}

// jsonSentence is a sentence as --json writes it.
type jsonSentence struct {
	Keyword    string `json:"keyword"`
	Expression string `json:"expression"`
	Example    string `json:"example,omitempty"`
	Row        string `json:"row,omitempty"`
	Text       bool   `json:"text,omitempty"`
	Table      bool   `json:"table,omitempty"`
}

func writeSentencesJSON(s cli.Streams, found []phrasebook.Sentence) error {
	enc := json.NewEncoder(s.Out)
	enc.SetEscapeHTML(false)
	for _, one := range found {
		if err := enc.Encode(jsonSentence{one.Keyword(), one.Pattern(), one.Example, one.Row, one.Text, one.Table}); err != nil {
			return err
		}
	}
	return nil
}
