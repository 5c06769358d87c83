package phrases

import (
	"net/url"
	"regexp"
	"strings"

	"plumbline/internal/steps/world"
)

// Run runs a client program as an actor, as the subject of the scenario, and remembers its result.
func Run(w *world.World, who, program string, args ...string) error {
	ran, err := w.Command(world.Subject, who, program, args...)
	if err != nil {
		return err
	}
	w.Remember(&world.Noun{Kind: "command", Facts: map[string]any{
		"code": ran.Code, "output": w.Env().Target.Redactor().Text(ran.Output + ran.Err),
	}})
	return nil
}

var RequestIDForm = regexp.MustCompile(`^req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// SetupVersion is the microversion of Given sentences that set a key by a rebuild.
const SetupVersion = "2.54"

func RebuildRequest(who, server, at string) world.Request {
	return world.Request{Actor: who, At: at, Method: "POST", Path: "/servers/" + server + "/action"}
}

var ProjectInPath = regexp.MustCompile(`^(/\{project:[\w-]+\})(/.*)$`)

// Request makes a request from a path in a feature: with placeholders, a query, and the project in front where the long
// form of the URL is used.
func Request(w *world.World, who, method, path, at string) world.Request {
	r := world.Request{Actor: who, Method: method, At: Fill(w, at)}
	if m := ProjectInPath.FindStringSubmatch(path); m != nil {
		r.Prefix, path = Fill(w, m[1]), m[2]
	}
	path, query, asked := strings.Cut(Fill(w, path), "?")
	r.Path = path
	if asked {
		r.Query, _ = url.ParseQuery(query)
	}
	return r
}
