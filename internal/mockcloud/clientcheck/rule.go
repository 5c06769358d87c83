package clientcheck

import (
	"fmt"
	"slices"
)

// Severity is the severity of a finding.
type Severity string

// The severities, from mild to severe.
const (
	Note    Severity = "note"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Severities lists all severities, from mild to severe.
func Severities() []Severity { return []Severity{Note, Warning, Error} }

// ParseSeverity reads a severity's text.
func ParseSeverity(s string) (Severity, error) {
	if slices.Contains(Severities(), Severity(s)) {
		return Severity(s), nil
	}
	return "", fmt.Errorf("%q is not a severity; there are %v", s, Severities())
}

// AtLeast tells whether s is at least as severe as t.
func (s Severity) AtLeast(t Severity) bool {
	return slices.Index(Severities(), s) >= slices.Index(Severities(), t)
}

// Rule is one rule that clients are judged by.
type Rule struct {
	// ID is stable: "CLI-101".
	ID       string   `json:"id"`
	Severity Severity `json:"severity"`
	// Title describes what the client did.
	Title string `json:"title"`
	// Do is the advice.
	Do string `json:"do"`
}

// The rules: 1xx operations, 2xx bodies and queries, 3xx microversions, 4xx headers, 5xx secrets, 6xx load.
var (
	missingAt = Rule{
		"CLI-101", Error, "called an operation that the microversion does not have",
		"ask for a microversion that has it, or use what replaced it",
	}
	goingAway = Rule{
		"CLI-102", Warning, "called an operation that newer microversions do not have any more",
		"use what replaced it; it is gone as soon as the microversion is raised",
	}
	noAction  = Rule{"CLI-103", Error, "called an action that no microversion has", "compare its name with the API reference"}
	notJudged = Rule{
		"CLI-104", Note, "called a path that the documents do not have: not judged",
		"nothing, where a real cloud has it; the mock does not",
	}
	oldRoot = Rule{
		"CLI-105", Warning, "used the root /v2 of the compute service, which has no microversions",
		"take the endpoint from the catalogue, or /v2.1",
	}
	projectPath = Rule{
		"CLI-106", Note, "put the project id into the URL of the compute service",
		"leave it out: the catalogue's endpoint has none, and the token says which project it is",
	}
	wrongOwner = Rule{
		"CLI-107", Error, "put the id of a project into the URL that is not the token's",
		"take the endpoint from the token's catalogue",
	}

	badJSON      = Rule{"CLI-201", Error, "sent a body that is not JSON", "encode it as JSON"}
	unknownField = Rule{
		"CLI-202", Error, "sent a field that the microversion does not have",
		"leave it out, or ask for the microversion that has it",
	}
	ignoredField = Rule{"CLI-203", Warning, "sent a field that the service does not know and ignores", "leave it out: it has no effect"}
	badValue     = Rule{
		"CLI-204", Error, "sent a body that the schema of the microversion refuses",
		"send what the schema allows: plumbline openapi show has it",
	}
	unknownQuery = Rule{
		"CLI-205", Error, "sent a query parameter that the microversion refuses",
		"leave it out, or ask for the microversion that has it",
	}
	ignoredQuery = Rule{
		"CLI-206", Warning, "sent a query parameter that the service does not know and ignores",
		"leave it out: the answer is not filtered by it",
	}
	badQuery = Rule{
		"CLI-207", Error, "sent a query parameter with a value that the schema refuses",
		"send what the schema allows: plumbline openapi show has it",
	}

	noVersion = Rule{
		"CLI-301", Note, "sent no microversion: the oldest one is meant",
		"say which one the client was written for: OpenStack-API-Version",
	}
	latest = Rule{
		"CLI-302", Warning, "asked for the microversion latest: what it means changes with the cloud",
		"ask for the newest one that the client was tested with, and that the cloud has",
	}
	beyond = Rule{
		"CLI-303", Error, "asked for a microversion that the cloud does not have (406)",
		"read minimum and maximum in the version document first",
	}
	malformed  = Rule{"CLI-304", Error, "sent a microversion that is none (400)", "send X.Y without leading zeros"}
	legacyOnly = Rule{
		"CLI-305", Note, "sent X-OpenStack-Nova-API-Version alone for 2.27 or newer",
		"send OpenStack-API-Version: compute X.Y as well",
	}
	otherHeader = Rule{
		"CLI-306", Warning, "sent OpenStack-API-Version for another service only: it asks for nothing here",
		"name this service in it",
	}

	noAgent     = Rule{"CLI-401", Note, "sent no User-Agent", "send one: operators find the client in their logs by it"}
	noRequestID = Rule{
		"CLI-402", Note, "sent no global request id (X-Openstack-Request-Id: req-UUID)",
		"send one per job: it ties the services' logs together",
	}
	noType      = Rule{"CLI-403", Warning, "sent a body without Content-Type", "send Content-Type: application/json"}
	badType     = Rule{"CLI-404", Warning, "sent JSON under another Content-Type", "send Content-Type: application/json"}
	refusedType = Rule{"CLI-405", Error, "sent a Content-Type that the service refuses (415)", "send Content-Type: application/json"}
	badAccept   = Rule{"CLI-406", Warning, "accepts no JSON, which is all that the service has", "send Accept: application/json"}

	secretInURL = Rule{"CLI-501", Error, "put a secret into a URL, where logs and proxies keep it", "send it in a header or in the body"}

	polling = Rule{
		"CLI-601", Warning, "asked for the same thing again and again, faster than the floor",
		"wait longer between two looks, and longer each time",
	}
	newTokens = Rule{"CLI-602", Warning, "requested a token for nearly every call", "keep the token until it expires or is refused"}
	onePerRow = Rule{
		"CLI-603", Warning, "listed things and then asked for each of them",
		"use the detailed list, or what the list has already",
	}
	lostPages = Rule{
		"CLI-604", Warning, "did not follow the link to the next page: the list is cut off",
		"follow the link until there is none",
	}
	onePage = Rule{
		"CLI-605", Note, "asked for a page with limit and did not follow the link to the next one",
		"nothing, where one page is what is wanted",
	}
	rediscover = Rule{"CLI-606", Note, "read the same version document again and again", "keep it for as long as the process lives"}
)

// Rules lists all rules, sorted by id.
func Rules() []Rule {
	return []Rule{
		missingAt, goingAway, noAction, notJudged, oldRoot, projectPath, wrongOwner,
		badJSON, unknownField, ignoredField, badValue, unknownQuery, ignoredQuery, badQuery,
		noVersion, latest, beyond, malformed, legacyOnly, otherHeader,
		noAgent, noRequestID, noType, badType, refusedType, badAccept,
		secretInURL,
		polling, newTokens, onePerRow, lostPages, onePage, rediscover,
	}
}
