package packs

import (
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/reports/eventlog"
)

// Format is the version of the file format. A reader refuses any other.
const Format = "plumbline/pack/v1"

// ErrPack is wrapped by every error about the content of a pack.
var ErrPack = errors.New("the pack cannot be used")

// Header is the first line of a pack: a description of the cloud and of the run.
type Header struct {
	Format string `json:"format"`
	// Name is the recorder's name of the cloud: "zed".
	Name string `json:"name"`
	// Tool is the name and version of the program that made the run.
	Tool    string `json:"tool"`
	Profile string `json:"profile"`
	// Policy is the set of policy defaults that a probe found: new or legacy.
	Policy string `json:"policy"`
	// Services are the services of the catalogue, their endpoints with the host replaced, Min and Max as the cloud states them.
	Services  []eventlog.Service `json:"services"`
	Selection eventlog.Selection `json:"selection"`
	// Digests are of the features and the documents of the run.
	Digests eventlog.Digests `json:"digests"`
	// Ran counts the cases that ran, Gated those that did not, Exchanges the exchanges in the pack.
	Ran       int `json:"ran"`
	Gated     int `json:"gated"`
	Exchanges int `json:"exchanges"`
	// Lines is the SHA-256 of everything after the header, uncompressed, in hexadecimal.
	Lines string `json:"lines"`
}

// Maximum is the newest microversion of a service, "" where it has none or is missing.
func (h *Header) Maximum(service string) string {
	at := slices.IndexFunc(h.Services, func(s eventlog.Service) bool { return s.Type == service })
	if at < 0 {
		return ""
	}
	return h.Services[at].Max
}

func (h *Header) check() error {
	switch {
	case h.Format != Format:
		return fmt.Errorf("%w: its format is %q and this program reads %s: use the release of plumbline that made it, or "+
			"record it again", ErrPack, h.Format, Format)
	case h.Name == "" || h.Profile == "" || h.Policy == "" || len(h.Services) == 0:
		return fmt.Errorf("%w: its header lacks a name, the profile, the policy or the services", ErrPack)
	}
	return nil
}
