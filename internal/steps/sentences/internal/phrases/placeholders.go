package phrases

import (
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// UnknownID is an id that no cloud gives to anything.
const UnknownID = "00000000-0000-4000-8000-00000000dead"

var placeholder = regexp.MustCompile(
	`\{(server|stack|project|user|image|key|zone|host|hypervisor|number|node|node-tail|text|unknown|all-hypervisors|all-hypervisors\+1|` +
		`newest|newest\+1|server-name|server-name-tail|server-updated|volume)(:[\w-]+)?\}`)

// Fill puts ids and names of the scenario's nouns into a text: {server}, {project:member}, {key:K2}, {image} and {image:B}, {zone:AZ1},
// {host:host1}, {hypervisor:host1} (its uuid), {number:host1} and {node:host1}, {node-tail:host1} (its name without the first letter),
// {text:255} (so many characters), {unknown} (an id nobody has), {all-hypervisors} (how many there are), {newest} (the newest microversion
// of the target), {volume:root}, {server-name}, {server-name-tail} (without its first letter), {server-updated} (when it last changed).
func Fill(w *world.World, text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		kind, name, _ := strings.Cut(strings.Trim(found, "{}"), ":")
		switch kind {
		case "key":
			return fixtures.RealName(w, "keypair", name)
		case "image":
			return ImageID(w, name)
		case "zone":
			return ZoneName(w, name)
		case "host":
			return HostName(w, name)
		case "hypervisor", "number", "node", "node-tail":
			return hypervisorName(w, kind, name)
		case "text":
			n, err := strconv.Atoi(name)
			if err != nil {
				return found
			}
			return strings.Repeat("a", n)
		case "unknown":
			return UnknownID
		case "all-hypervisors":
			return strconv.Itoa(fixtures.HypervisorCount(w))
		case "all-hypervisors+1":
			return strconv.Itoa(fixtures.HypervisorCount(w) + 1)
		case "server-name":
			return fixtures.RealName(w, "server", "")
		case "server-name-tail":
			return Tail(fixtures.RealName(w, "server", ""))
		case "server-updated":
			return updated(w)
		case "newest":
			return w.Env().Target.Offered.String()
		case "newest+1":
			return w.Env().Target.Offered.Next().String()
		}
		return fixtures.Path(w, found)
	})
}

// updated is when the server last changed, "" where it does not say.
func updated(w *world.World) string {
	x, err := fixtures.ShowServer(w, world.Setup, "", w.Noun("server", ""), "")
	if err != nil {
		return ""
	}
	return x.Text("/server/updated")
}
