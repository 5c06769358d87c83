package pipeline

import "plumbline/internal/openapi"

// version is a parsed version header: the document, and the headers that echo it. The
// slices are shared by all answers.
type version struct {
	version  openapi.Version
	document *openapi.Document
	fault    *Fault
	standard []string // OpenStack-API-Version
	legacy   []string // the service's own header
}

// mostVersions bounds how many texts are remembered: clients can send any.
const mostVersions = 1000

// longestVersion is the longest text of a version that is remembered.
const longestVersion = 32

// SettleVersion parses the text of a version ("" for none) and sets the exchange's version, document and the headers that echo it.
// A text that is no version is refused without those headers.
func (x *Exchange) SettleVersion(text string) *Fault {
	v := x.service.settleVersion(text)
	if !x.Unversioned {
		x.echo = v
	}
	x.Version, x.Document = v.version, v.document
	if v.fault == nil {
		return nil
	}
	f := *v.fault // all requests for the version share it
	f.Bare = v.standard == nil
	return &f
}

// RefuseVersion is the refusal of a text that is no version, without the headers that echo one.
func (x *Exchange) RefuseVersion(text string) *Fault {
	f := malformedVersion(text)
	f.Bare = true
	return f
}

func malformedVersion(text string) *Fault {
	return BadRequest("API Version String %s is of invalid format. Must be of format MajorNum.MinorNum.", text)
}

// VersionHeader is the name of the service in the header OpenStack-API-Version.
func (x *Exchange) VersionHeader() string { return x.service.header }

// LegacyVersion is the value of the service's own header for versions, nil without one.
func (x *Exchange) LegacyVersion() []string { return x.Request.Header[x.service.legacy] }

// settleVersion turns the text of a version into the version, remembering the outcome.
func (s *serving) settleVersion(text string) *version {
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
			return &version{fault: malformedVersion(text)}
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
