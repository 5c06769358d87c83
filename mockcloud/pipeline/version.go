package pipeline

import (
	"strings"

	"plumbline/openapi"
)

// version is what a version header's text comes to: the document, and the headers that echo it. The
// slices are shared by all answers.
type version struct {
	version  openapi.Version
	document *openapi.Document
	fault    *Fault
	standard []string // OpenStack-API-Version
	legacy   []string // X-OpenStack-Nova-API-Version
}

// mostVersions bounds how many texts are remembered: clients can send any.
const mostVersions = 1000

// longestVersion is the longest text of a version that is remembered.
const longestVersion = 32

// Microversion settles the version of the request (docs/contract/60-microversions.md §1). The standard header wins where it has an
// entry for the service, then the legacy one, then the oldest version is meant.
func Microversion() Stage {
	return Stage{"microversion", func(x *Exchange) *Fault {
		s := x.service
		asked := ""
		if !x.legacy {
			asked = s.asked(x.Request.Header["Openstack-Api-Version"], x.Request.Header["X-Openstack-Nova-Api-Version"])
		}
		v := s.settle(asked)
		if v.fault != nil && v.standard == nil {
			x.bare = true
		}
		if !x.legacy {
			x.echo = v
		}
		x.Version, x.Document = v.version, v.document
		return v.fault
	}}
}

// asked answers the text of the version that is asked for, "" for none.
func (s *serving) asked(standard, legacy []string) (text string) {
	for _, header := range standard {
		for part := range strings.SplitSeq(header, ",") {
			service, v, found := strings.Cut(strings.TrimSpace(part), " ")
			if found && strings.EqualFold(service, s.header) {
				text = strings.TrimSpace(v)
			}
		}
	}
	if text != "" || len(legacy) == 0 {
		return text
	}
	last := legacy[len(legacy)-1]
	return strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
}

// settle turns the text of a version into the version, remembering the outcome.
func (s *serving) settle(text string) *version {
	s.mu.RLock()
	v := s.versions[text]
	s.mu.RUnlock()
	if v != nil {
		return v
	}
	newest := s.newest()
	v = s.resolve(text, newest)
	s.mu.Lock()
	if len(text) <= longestVersion && len(s.versions) < mostVersions && s.max == newest {
		s.versions[text] = v
	}
	s.mu.Unlock()
	return v
}

// resolve does what settle remembers, with newest as the newest version that the service has.
func (s *serving) resolve(text string, newest openapi.Version) *version {
	var asked openapi.Version
	switch text {
	case "":
		asked = s.min
	case "latest":
		asked = newest
	default:
		var err error
		if asked, err = openapi.ParseVersion(text); err != nil {
			return &version{fault: BadRequest("API Version String %s is of invalid format. Must be of format MajorNum.MinorNum.", text)}
		}
	}
	v := &version{version: asked}
	if !s.min.IsZero() {
		v.standard, v.legacy = []string{s.header + " " + asked.String()}, []string{asked.String()}
	}
	if asked.Less(s.min) || newest.Less(asked) {
		v.fault = Refuse(406, "Version %s is not supported by the API. Minimum is %s and maximum is %s.", asked, s.min, newest)
		return v
	}
	d, err := s.Chain.At(asked)
	if err != nil {
		v.fault = &Fault{Status: 500, Message: err.Error(), Bug: true}
		return v
	}
	v.document = d
	return v
}
