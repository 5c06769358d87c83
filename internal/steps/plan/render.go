package plan

import (
	"fmt"
	"strings"

	"plumbline/internal/features"
)

// Gherkin renders the case as a feature of one scenario, for the runner.
func (c Case) Gherkin() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Feature: %s\n\n  Scenario: %s\n", oneLine(c.Scenario.Feature), oneLine(c.ID))
	for _, step := range c.Steps {
		fmt.Fprintf(&b, "    %s %s\n", keyword(step), oneLine(step.Text))
		writeArgument(&b, step)
	}
	return b.String()
}

// keyword is never And or But: a variant may have dropped the step that they continue.
func keyword(step features.Step) string {
	switch step.Kind {
	case features.State:
		return "Given"
	case features.Exchange:
		return "When"
	default:
		return "Then"
	}
}

func writeArgument(b *strings.Builder, step features.Step) {
	if d := step.DocString; d != nil {
		fmt.Fprintf(b, "      \"\"\"%s\n", d.MediaType)
		for line := range strings.SplitSeq(d.Content, "\n") {
			fmt.Fprintf(b, "      %s\n", strings.ReplaceAll(line, `"""`, `\"\"\"`))
		}
		b.WriteString("      \"\"\"\n")
	}
	for _, row := range step.Table {
		b.WriteString("      |")
		for _, cell := range row {
			fmt.Fprintf(b, " %s |", cellText.Replace(cell))
		}
		b.WriteString("\n")
	}
}

var cellText = strings.NewReplacer(`\`, `\\`, `|`, `\|`, "\n", `\n`)

func oneLine(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\n", " ")) }
