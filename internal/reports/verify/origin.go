package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports/attest"
)

// The sentences on a report's origin where no signature was checked.
const (
	Unsigned  = "integrity only: an unsigned report proves nothing about who made it"
	Unchecked = "integrity only: attestation.json was not checked; --key PUB does that, and nothing else proves who made the report"
)

// checkOrigin checks the attestation with the public key, which proves the origin. Without a key nothing does.
func (v *verification) checkOrigin() {
	const name = "origin"
	text, err := intake.ReadIn(v.dir, attest.FileName, attest.MostBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist) && v.Key == nil:
		v.add(Check{Name: name, State: Stated, Says: Unsigned})
		return
	case errors.Is(err, fs.ErrNotExist):
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: "there is none: nobody signed this report"})
		return
	case err != nil:
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: err.Error()})
		return
	case v.report != nil && !v.report.Run.Complete:
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: attest.ErrIncomplete.Error()})
		return
	case v.Key == nil:
		v.checkClaim(name, text)
		return
	}
	statement, err := attest.Verify(context.Background(), text, v.Key)
	if err != nil {
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: err.Error()})
		return
	}
	if bad := v.disagrees(statement); bad != nil {
		bad.Name, bad.State, bad.File = name, Refused, attest.FileName
		v.add(*bad)
		return
	}
	id, err := attest.KeyID(v.Key)
	if err != nil {
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: err.Error()})
		return
	}
	v.Signed = id
	v.addOK(name, "signed by the key %s, which vouches for report.json, events.ndjson and the verdict: %s (%s in the words of in-toto)",
		shortDigest(id), v.report.Summary.Verdict, statement.Predicate.Result)
}

// checkClaim checks, without a key, whether an attestation is of this report.
func (v *verification) checkClaim(name string, text []byte) {
	statement, err := attest.ReadClaim(text)
	if err != nil {
		v.add(Check{Name: name, State: Refused, File: attest.FileName, Says: err.Error()})
		return
	}
	if bad := v.disagrees(statement); bad != nil {
		bad.Name, bad.State, bad.File = name, Refused, attest.FileName
		v.add(*bad)
		return
	}
	v.add(Check{Name: name, State: Stated, Says: Unchecked})
}

// disagrees says where a statement does not match this report, nil where it does.
func (v *verification) disagrees(s *attest.Statement) *Check {
	if v.report == nil {
		return &Check{Says: "report.json cannot be read, so nothing can be held against it"}
	}
	events, err := attest.EventsDigest(v.dir)
	if err != nil {
		return &Check{Says: err.Error()}
	}
	want, err := attest.New(v.report, attest.Digest([]byte(v.text)), events)
	if err != nil {
		return &Check{Says: err.Error()}
	}
	for i, subject := range want.Subject {
		if i >= len(s.Subject) || s.Subject[i].Name != subject.Name || s.Subject[i].Digest["sha256"] != subject.Digest["sha256"] {
			return &Check{
				Pointer: fmt.Sprintf("/subject/%d", i),
				Says:    sprintf("%s is not the file that was signed: its SHA-256 is %s", subject.Name, shortDigest(subject.Digest["sha256"])),
			}
		}
	}
	expected, err := json.Marshal(want)
	if err != nil {
		return &Check{Says: err.Error()}
	}
	got, err := json.Marshal(s)
	if err != nil {
		return &Check{Says: err.Error()}
	}
	if !bytes.Equal(expected, got) {
		d := firstDifference(expected, got)
		return &Check{Pointer: d.pointer, Says: sprintf("it states %s, report.json says %s", d.got, d.want)}
	}
	return nil
}
