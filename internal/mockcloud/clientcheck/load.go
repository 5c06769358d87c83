package clientcheck

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"plumbline/internal/openapi"
)

// looks is the number of requests for the same resource without a pause that count as polling.
const looks = 3

// findPolling finds repeated identical GET requests of a caller with intervals shorter than the floor.
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

// manyTokens is the number of tokens that is too high if each is hardly used.
const manyTokens = 3

// findTokenRequests finds clients that request a token for nearly each other request. All clients are counted together, because one
// program can use several names.
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

// sameDocument is the number of times that a version document may be read without a finding.
const sameDocument = 2

// discovery finds version documents that are read repeatedly.
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
