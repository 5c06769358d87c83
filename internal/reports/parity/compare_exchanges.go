package parity

import (
	"fmt"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi/redact"
)

// compared are the headers on which clients rely. The values of those in valued must be equal; of the others only the presence counts.
var (
	compared = []string{
		"Allow", "Content-Type", "Location", "Openstack-Api-Version", "Retry-After", "Vary", "Www-Authenticate", "X-Compute-Request-Id",
		"X-Openstack-Nova-Api-Version", "X-Openstack-Request-Id", "X-Subject-Token",
	}
	valued = []string{"Allow", "Content-Type", "Openstack-Api-Version", "Vary", "X-Openstack-Nova-Api-Version"}
)

func (c *comparison) exchanges(in string, a, b *exchange) {
	words := a.text()
	if a.Status != b.Status && isTidiedOnce(a, b) {
		return
	}
	if a.Status != b.Status {
		c.note(Status, in, words, "", fmt.Sprint(a.Status), fmt.Sprint(b.Status))
		return // further differences follow from this one
	}
	words = fmt.Sprintf("%s %d", words, a.Status)
	for _, name := range compared {
		if x, y := header(a.ResponseHeader, name), header(b.ResponseHeader, name); x != y {
			c.note(Header, in, words, name, x, y)
		}
	}
	if a.Status >= 400 {
		c.faults(in, words, a, b)
		return
	}
	if a.Role != "cleanup" && a.isWhole() && b.isWhole() { // the clean-up looks at what happens to be left
		c.shapes(in, words, a.body, b.body)
	}
}

// isTidiedOnce tells whether a request of the clean-up meets a resource on one side, and on the other none, or one that is locked: it stays
// as it is where it is lent to the next case.
func isTidiedOnce(a, b *exchange) bool {
	statuses := []int{http.StatusOK, http.StatusAccepted, http.StatusNoContent, http.StatusNotFound, http.StatusConflict}
	return a.Role == "cleanup" && slices.Contains(statuses, a.Status) && slices.Contains(statuses, b.Status)
}

// isWhole tells whether the log has the whole answer. The records of a server that was lent often are longer than what is kept.
func (e *exchange) isWhole() bool { return redact.Cut(e.ResponseBody) == "" }

// header is the compared form of a header: "none", "there", or its value in one spelling.
func header(h http.Header, name string) string {
	values := h[name]
	switch {
	case len(values) == 0:
		return "none"
	case !slices.Contains(valued, name):
		return "there"
	case name == "Content-Type":
		kind, params, err := mime.ParseMediaType(values[0])
		if err != nil {
			return values[0]
		}
		return mime.FormatMediaType(kind, map[string]string{"charset": strings.ToLower(params["charset"])})
	}
	var parts []string
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			parts = append(parts, strings.ToLower(strings.TrimSpace(part)))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// faults compares two refusals of the same status: envelope and name count, the text is for information.
func (c *comparison) faults(in, words string, a, b *exchange) {
	x, _ := a.body.(map[string]any)
	y, _ := b.body.(map[string]any)
	if left, right := keys(x), keys(y); left != right {
		c.note(Envelope, in, words, "", left, right)
		return
	}
	if x == nil {
		return // HTML or text: the media type has been compared
	}
	c.shapes(in, words, x, y)
	for _, path := range [][]string{{"error", "type"}, {"code"}, {"title"}} {
		if left, right := dig(x, path...), dig(y, path...); left != right {
			c.note(Envelope, in, words, "/"+strings.Join(path, "/"), left, right)
		}
	}
	if left, right := message(x), message(y); left != right {
		c.note(Text, in, words, "", left, right)
	}
}

func keys(m map[string]any) string {
	if m == nil {
		return "no object"
	}
	return strings.Join(slices.Sorted(maps.Keys(m)), " ")
}

func dig(v any, path ...string) string {
	for _, k := range path {
		m, _ := v.(map[string]any)
		v = m[k]
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

var (
	aTime = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?`)
	aURL  = regexp.MustCompile(`https?://[^\s"'<>]+`)
	aName = regexp.MustCompile(`plumbline-[0-9a-zA-Z_.-]+`)
)

// message is the text of a fault without values that differ in each run.
func message(body map[string]any) string {
	text := dig(body, "message")
	for _, k := range slices.Sorted(maps.Keys(body)) {
		if m := dig(body[k], "message"); m != "" {
			text = m
		}
	}
	for _, r := range []struct {
		is   *regexp.Regexp
		word string
	}{{aURL, "URL"}, {anID, "ID"}, {aTime, "TIME"}, {aName, "NAME"}} {
		text = r.is.ReplaceAllString(text, r.word)
	}
	return text
}
