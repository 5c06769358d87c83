package clientcheck

import (
	"strings"

	"plumbline/internal/openapi"
)

// judgeOperation judges the requested operation.
func (j *judge) judgeOperation(c *call) {
	if c.chain == nil || c.discovers() {
		return
	}
	if c.Service == openapi.Compute {
		if strings.HasPrefix(c.url.Path, "/compute/v2/") {
			j.addFinding(oldRoot, c, "", "")
		}
		if c.projectInPath() {
			j.noteAt(projectPath, "compute", c, "", "")
		}
	}
	if c.Stage == "project" && c.Status >= 400 {
		j.addFinding(wrongOwner, c, "", "")
	}
	if (c.route == nil || c.operation == nil || c.operation.Unimplemented || c.operation.IsGone()) && j.judgeProxied(c) {
		return
	}
	switch {
	case c.operation != nil && c.operation.Unimplemented:
		j.addFinding(notJudged, c, "", "")
	case c.route == nil:
		if c.Status == 404 || c.Status == 405 {
			j.addFinding(notJudged, c, "", "")
		}
	case c.route.Actions && c.action != "" && !c.chain.KnownAction(c.route, c.action):
		j.addFinding(noAction, c, "/"+c.action, "")
	case c.document != nil && c.operation == nil && (c.action != "" || !c.route.Actions):
		first, last := c.versionRange()
		says := "it is there from " + first.String() + " to " + last.String()
		if last == c.chain.Max() {
			says = "it is there since " + first.String()
		}
		j.addFindingUntil(c.firstWith(func(*openapi.Operation) bool { return false }), missingAt, c, "", says)
	case c.operation != nil && !c.chain.Max().IsZero():
		if _, last := c.versionRange(); last != c.chain.Max() {
			j.addFinding(goingAway, c, "", "it is there until "+last.String())
		}
	}
}

// projectInPath tells whether the path has a project between the version and the route.
func (c *call) projectInPath() bool {
	if c.route == nil {
		return false
	}
	below, ok := strings.CutPrefix(c.url.Path, "/compute/v2.1/")
	if !ok {
		if below, ok = strings.CutPrefix(c.url.Path, "/compute/v2/"); !ok {
			return false
		}
	}
	return strings.Count(strings.TrimRight(below, "/"), "/")+1 > strings.Count(c.route.Path, "/") && c.route.Path != "/"
}

// versionRange are the first and the last microversion that have the operation.
func (c *call) versionRange() (first, last openapi.Version) {
	seen := false
	for _, v := range c.chain.Versions() {
		d, err := c.chain.At(v)
		if err != nil || d.Lookup(c.route, c.action) == nil {
			continue
		}
		if !seen {
			first, seen = v, true
		}
		last = v
	}
	return first, last
}
