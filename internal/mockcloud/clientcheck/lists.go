package clientcheck

import (
	"encoding/json"
	"net/url"
	"strings"
)

// rows is the number of records of a list that a client must request one by one to be noticed.
const rows = 3

// lists finds clients that request each record of a list that they have just received.
func (j *judge) lists() {
	type list struct {
		call  *call
		ids   map[string]bool
		shown []*call
	}
	open := map[string]*list{} // by caller and path template of a single record
	for _, c := range j.calls {
		if c.Method != "GET" || c.Status != 200 || c.route == nil {
			continue
		}
		base := string(c.Service) + " " + c.caller + " "
		path := strings.TrimSuffix(c.route.Path, "/detail")
		if n := len(c.params); n > 0 && strings.HasSuffix(c.route.Path, "}") {
			l := open[base+parent(c.route.Path)]
			if id := c.params[n-1].Value; l != nil && l.ids[id] {
				delete(l.ids, id)
				if l.shown = append(l.shown, c); len(l.shown) == rows {
					for _, one := range l.shown {
						j.addFinding(onePerRow, one, "", "after "+l.call.Method+" "+l.call.route.Path)
					}
				} else if len(l.shown) > rows {
					j.addFinding(onePerRow, c, "", "after "+l.call.Method+" "+l.call.route.Path)
				}
			}
			continue
		}
		if ids := idsIn(c.ResponseBody); len(ids) >= rows {
			open[base+path] = &list{call: c, ids: ids}
		}
	}
}

func parent(path string) string { return path[:strings.LastIndexByte(path, '/')] }

// idsIn are the ids of the records in an answer that consists of one list.
func idsIn(body string) map[string]bool {
	var answer map[string]any
	if json.Unmarshal([]byte(body), &answer) != nil {
		return nil
	}
	out := map[string]bool{}
	for _, v := range answer {
		things, _ := v.([]any)
		for _, t := range things {
			m, _ := t.(map[string]any)
			if id, ok := m["id"].(string); ok {
				out[id] = true
			}
		}
	}
	return out
}

// pages finds links to a next page that the client did not follow.
func (j *judge) pages() {
	for i, c := range j.calls {
		if c.Method != "GET" || c.Status != 200 {
			continue
		}
		next := nextPage(c.ResponseBody)
		if next == nil || j.followsLink(j.calls[i+1:], c, next) {
			continue
		}
		if c.url.Query().Has("limit") {
			j.addFinding(onePage, c, "", "")
		} else {
			j.addFinding(lostPages, c, "", "")
		}
	}
}

// followsLink tells whether a later request is for the page of a link: it has the same marker, or the same query.
func (j *judge) followsLink(later []*call, c *call, next *url.URL) bool {
	for _, l := range later {
		if l.Method != "GET" || l.Service != c.Service || !strings.HasSuffix(l.url.Path, lastOf(next.Path)) {
			continue
		}
		if marker := next.Query().Get("marker"); marker != "" && l.url.Query().Get("marker") == marker || l.url.RawQuery == next.RawQuery {
			return true
		}
	}
	return false
}

func lastOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// nextPage is the link to the next page in an answer: {"servers_links": [{"rel": "next", "href": …}]}, or the image
// service's {"next": …}; nil without one.
func nextPage(body string) *url.URL {
	var answer map[string]any
	if json.Unmarshal([]byte(body), &answer) != nil {
		return nil
	}
	found := ""
	if text, ok := answer["next"].(string); ok {
		found = text
	}
	links, _ := answer["links"].(map[string]any)
	if text, ok := links["next"].(string); ok {
		found = text
	}
	for k, v := range answer {
		list, _ := v.([]any)
		if !strings.HasSuffix(k, "links") {
			continue
		}
		for _, l := range list {
			m, _ := l.(map[string]any)
			if m["rel"] == "next" {
				found, _ = m["href"].(string)
			}
		}
	}
	if found == "" {
		return nil
	}
	u, err := url.Parse(found)
	if err != nil {
		return nil
	}
	return u
}
