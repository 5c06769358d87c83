package clientcheck

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"plumbline/openapi"
)

// looks is how often the same thing must be asked for without a pause to be polling.
const looks = 3

// findPolling finds the same GET by the same caller, each time sooner than the floor after the one before.
func (j *judge) findPolling() {
	type look struct {
		at    time.Time
		calls []*call
	}
	last := map[string]*look{}
	done := func(l *look) {
		if len(l.calls) < looks {
			return
		}
		for _, c := range l.calls[1:] {
			j.addFinding(polling, c, "", "less than "+j.floor.String()+" after the last look")
		}
	}
	for _, c := range j.calls {
		if c.Method != "GET" || c.discovers() {
			continue
		}
		key := c.caller + " " + string(c.Service) + " " + c.URL
		l := last[key]
		if l == nil || c.Time.Sub(l.at) >= j.floor {
			if l != nil {
				done(l)
			}
			l = &look{}
			last[key] = l
		}
		l.at, l.calls = c.Time, append(l.calls, c)
	}
	for _, key := range slices.Sorted(maps.Keys(last)) {
		done(last[key])
	}
}

// manyTokens is how many tokens are too many where they are hardly used.
const manyTokens = 3

// findTokenRequests finds that a token is asked for nearly each time something is called. Clients are taken together: one program
// names itself in several ways.
func (j *judge) findTokenRequests() {
	var issued []*call
	calls := 0
	for _, c := range j.calls {
		switch {
		case c.Service == openapi.Identity && c.Method == "POST" && c.route != nil && c.route.Path == "/auth/tokens":
			if c.Status == 201 {
				issued = append(issued, c)
			}
		case !c.discovers():
			calls++
		}
	}
	if len(issued) < manyTokens || calls >= 2*len(issued) {
		return
	}
	for _, c := range issued {
		j.addFinding(newTokens, c, "", fmt.Sprintf("%d tokens for %d calls", len(issued), calls))
	}
}

// sameDocument is how often a version document may be read without a remark.
const sameDocument = 2

// discovery finds version documents that are read again and again.
func (j *judge) discovery() {
	read := map[string][]*call{}
	for _, c := range j.calls {
		if c.discovers() && c.Status < 400 {
			key := string(c.Service) + " " + c.url.Path
			read[key] = append(read[key], c)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if all := read[key]; len(all) > sameDocument {
			for _, c := range all[sameDocument:] {
				j.noteAt(rediscover, string(c.Service)+" GET "+c.url.Path, c, "", "")
			}
		}
	}
}
