package cost

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
)

// Print writes the bill as three tables: by specification, by the role of the requests, and by why servers served no other case.
func (b *Bill) Print(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, profile %s: %s, %.1f cases at the same time on average\n",
		printable.Line(b.Name), printable.Line(b.Profile), minutes(b.Wall), b.Busy())
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "cases\tservers\trefused\tvolumes\timages\tstacks\trequests\tby an admin\twaited\tin lanes\t  specification")
	for _, s := range append(b.Specifications, b.Total) {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t  %s\n", s.Cases, s.Servers, s.Refused, s.Volumes, s.Images, s.Stacks,
			s.Requests, s.ByAdmin, minutes(s.Waited), minutes(s.Took), printable.Line(s.Name))
	}
	t.Flush()
	t = tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "requests\twaited\tservers\t  role")
	for _, r := range b.Roles {
		fmt.Fprintf(t, "%d\t%s\t%d\t  %s\n", r.Requests, minutes(r.Waited), r.Servers, printable.Line(r.Name))
	}
	t.Flush()
	if len(b.Spent) > 0 {
		t = tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "servers\t  why they served no other case")
		for _, s := range b.Spent {
			fmt.Fprintf(t, "%d\t  %s\n", s.Servers, printable.Line(s.Why))
		}
		t.Flush()
	}
	_, err := io.WriteString(w, reports.Padding.ReplaceAllString(out.String(), "\n"))
	return err
}

// minutes is a duration as minutes and seconds.
func minutes(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
