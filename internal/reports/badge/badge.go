package badge

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"unicode/utf8"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// badgeColours are the background colours by verdict: dark enough for white text (contrast at least 4.5).
var badgeColours = map[verdict.Conformance]string{
	verdict.Conformant: "#1a7f37", verdict.Partial: "#8a5a00", verdict.NotConformant: "#b42318",
	verdict.Inconclusive: "#57606a", verdict.NotOffered: "#57606a", verdict.NotSelected: "#57606a",
}

// badge is an SVG file without references to other files, so that a README shows it offline. textLength makes every
// renderer fit the text into its place, whatever its font.
var badge = template.Must(
	template.New("badge").Parse(
		`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="20" viewBox="0 0 {{.Width}} 20" role="img" aria-labelledby="t d">
  <title id="t">{{.Label}}: {{.Verdict}}</title>
  <desc id="d">{{.Description}}</desc>
  <clipPath id="r"><rect width="{{.Width}}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#r)">
    <rect width="{{.Left}}" height="20" fill="#24292f"/>
    <rect x="{{.Left}}" width="{{.Right}}" height="20" fill="{{.Colour}}"/>
  </g>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle" aria-hidden="true">
    <text x="{{.LabelAt}}" y="14" textLength="{{.LabelLength}}" lengthAdjust="spacingAndGlyphs">{{.Label}}</text>
    <text x="{{.VerdictAt}}" y="14" textLength="{{.VerdictLength}}" lengthAdjust="spacingAndGlyphs">{{.Verdict}}</text>
  </g>
</svg>
`))

// Write writes the verdict of a report as a small SVG picture.
func Write(w io.Writer, r *reports.Report) error {
	label, word := "plumbline "+r.Profile, r.Summary.Verdict.String()
	if o := r.Summary.Offered; o.Specifications < o.Selected {
		word += fmt.Sprintf(", %d of %d offered", o.Specifications, o.Selected)
	}
	const margin = 6
	left, right := textWidth(label)+2*margin, textWidth(word)+2*margin
	return badge.Execute(printable.Writer(w), map[string]any{
		"Label": label, "Verdict": word, "Colour": badgeColours[r.Summary.Verdict],
		"Description": fmt.Sprintf("%s, profile %s, run %s of %s: %s", r.Target.Name, r.Profile, r.Run.ID,
			r.Run.Started.Format("2006-01-02"), badgeWords(r)),
		"Width": left + right, "Left": left, "Right": right,
		"LabelAt": half(left), "LabelLength": left - 2*margin,
		"VerdictAt": half(2*left + right), "VerdictLength": right - 2*margin,
	})
}

// badgeWords is the text: what is offered and proven, then the requirements by verdict, and the reason if the run is not complete.
func badgeWords(r *reports.Report) string {
	return reports.Join("; ", r.Summary.Headline, r.Run.Stopped, reports.CountWords(r.Summary.Requirements)+" of requirements")
}

func half(n int) string { return fmt.Sprint(float64(n) / 2) }

// textWidth estimates the width of a text at 11 px Verdana (pixels): narrow letters, wide ones, all others.
func textWidth(s string) int {
	width := 0.0
	for _, r := range s {
		switch r {
		case 'i', 'j', 'l', 'I', '.', ',', ':', '(', ')', '|', '\'', ' ', 't', 'f', 'r':
			width += 4.4
		case 'm', 'w', 'M', 'W', '%':
			width += 10.2
		default:
			width += 7
		}
	}
	return int(math.Ceil(max(width, float64(utf8.RuneCountInString(s)))))
}
