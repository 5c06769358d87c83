package audit

import (
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/audit/internal/hypervisors"
	"plumbline/internal/steps/sentences/audit/internal/stacks"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// Audit checks, after the last sentence of a scenario, what holds for every exchange and every server, whatever the
// scenario is about: the name of a fault fits its status, the fields of a server fit together, a refused request changed
// nothing, a server shows what its creation said, it is where it was asked to be, and pinned to what was asked for, the log of actions
// has each action with its user and its end, other services know of a server at rest what compute shows of it, and the link of a page
// leads to the next one. In the rows about microversions the headers of an answer fit together, too, and lists what they list.
func Audit(w *world.World) error {
	x := w.Asked()
	if err := stacks.Audit(w); err != nil {
		return err
	}
	if err := hypervisors.Audit(w); err != nil {
		return err
	}
	if x == nil {
		return nil
	}
	if w.Case().Scenario.Spec == microversions {
		if err := versionsFit(x); err != nil {
			return err
		}
	}
	if x.Asked.Service != openapi.Compute || x.Asked.Root {
		return nil
	}
	if err := faultFits(x); err != nil {
		return err
	}
	if err := goesOn(x); err != nil {
		return err
	}
	if err := createdAsAsked(w, x); err != nil {
		return err
	}
	if w.Case().Scenario.Spec == microversions {
		if err := headersFit(x); err != nil {
			return err
		}
		if err := listsAgree(w, x); err != nil {
			return err
		}
		if err := pagesFit(w, x); err != nil {
			return err
		}
	}
	server, err := w.Recall("server", "")
	if err != nil || x.Asked.Path != "/servers/"+server.ID && x.Asked.Path != "/servers/"+server.ID+"/action" {
		return nil
	}
	if _, shown := x.Get("/server/links"); shown && x.Status < 300 {
		if err := fixtures.CheckCoherent(w, x, server); err != nil {
			return err
		}
	}
	if server.Facts["gone"] != nil {
		return nil // the scenario itself removed the server
	}
	if x.Asked.Method != http.MethodPost || x.Header.Get(requestHeader) == "" {
		return nil
	}
	if x.Status >= 400 {
		compared, err := nothingHappened(w, x, server)
		if err != nil {
			return err
		}
		err = notRecorded(w, x, server)
		w.Unharmed = w.Unharmed || compared
		return err
	}
	if err := rebuiltHere(x, server); err != nil {
		return err
	}
	if name := wire.ActionOf(x.Sent()); recorded[name] {
		return recordedWell(w, x, server, name)
	}
	return nil
}

// faultNames are the names of faults by status; any other status is a computeFault.
var faultNames = map[int]string{
	400: "badRequest", 401: "unauthorized", 403: "forbidden", 404: "itemNotFound", 405: "badMethod", 409: "conflictingRequest",
	413: "overLimit", 415: "badMediaType", 429: "overLimit", 501: "notImplemented", 503: "serviceUnavailable",
}

// faultFields are the fields of a fault; only one that asks for a pause has the last.
var faultFields = []string{"code", "message", "retryAfter"}

// faultFits checks faults in the service's own envelope; those of the middleware or the router have other envelopes.
func faultFits(x *world.Exchange) error {
	fault, ok := x.JSON.(map[string]any)
	if !ok || x.Status < 400 || len(fault) != 1 || fault["error"] != nil {
		return nil
	}
	for name, value := range fault {
		want := faultNames[x.Status]
		if want == "" {
			want = "computeFault"
		}
		inner, _ := value.(map[string]any)
		message, _ := inner["message"].(string)
		if name != want || inner["code"] != float64(x.Status) || strings.TrimSpace(message) == "" {
			return world.Differ("the fault of an answer with that status", want+" with the code and a message", fault)
		}
		for field := range inner {
			if !slices.Contains(faultFields, field) {
				return world.Differ("the fields of a fault", faultFields, fault)
			}
		}
	}
	return nil
}

// still are fields besides those of Steady that a refused request must not change if the server was at rest before.
var still = []string{
	"status", "OS-EXT-STS:vm_state", "OS-EXT-STS:task_state", "OS-EXT-STS:power_state", "hostId", "addresses",
	"os-extended-volumes:volumes_attached", "pinned_availability_zone", "locked_reason", "tags", "trusted_image_certificates",
}

// unharmed are all fields of a server at rest that a refused request must not change.
var unharmed = slices.Concat(phrases.Steady, still)

// nothingHappened compares the server with its state before the request, unless the scenario changed it afterwards.
// compared tells whether all fields were compared, which is possible for a server at rest.
func nothingHappened(w *world.World, x *world.Exchange, server *world.Noun) (compared bool, err error) {
	before, kept := server.Facts["before"].(*world.Exchange)
	if !kept || w.Case().Variant == sinceOne || before.Text("/server/status") == "" {
		return false, nil
	}
	task, shown := before.Get("/server/OS-EXT-STS:task_state")
	if !shown || task != nil || server.Facts["busy"] != nil || server.Facts["moved"] != nil {
		return false, phrases.Unchanged(w)
	}
	if err := phrases.SameAs(w, unharmed); err != nil {
		return false, err
	}
	return true, volumesUnharmed(w)
}
