package script

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
)

// script is a script in the making.
type script struct {
	run string
	// body are the lines after the head.
	declared, body []string
	// clean are the removals, the last one first; locks tells whether something was locked.
	clean []removal
	locks bool
	// literals are texts of the log with the variable that stands for each; keys are public keys by fingerprint.
	literals, keys map[string]string
	later          []string
	variables      int
	deleted        []string
}

// removal is a line that removes something; unlock is the one before it where it may be locked, "" for what cannot be.
type removal struct{ line, unlock string }

var (
	anID      = regexp.MustCompile(`[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`)
	aKey      = regexp.MustCompile(`ssh-ed25519 \[key (SHA256:[^\]]+)\] plumbline`)
	aRedacted = regexp.MustCompile(`\[redacted[^\]]*\]`)
)

func (s *script) head(r *reports.Report, row *reports.Row, actors []string) {
	add := func(format string, args ...any) { s.declared = append(s.declared, fmt.Sprintf(format, args...)) }
	add("#!/bin/sh")
	add("# %s: %s", comment(reports.RowName(*row)), comment(row.Name))
	add("# as it was asked of %s, where it came to: %s", comment(r.Target.Name), row.Verdict)
	if row.Reason != "" {
		add("# %s", comment(row.Reason))
	}
	add("#")
	add("# Needs curl and jq. Each user's token is TOKEN_NAME, or comes from the entry CLOUD_NAME of clouds.yaml through the")
	add("# openstack command. The addresses of the services and the ids below are those of that cloud: set them for another one.")
	if len(actors) > 0 {
		words := make([]string, 0, len(actors))
		for _, actor := range actors {
			words = append(words, "CLOUD_"+upperName(actor)+"=ENTRY")
		}
		add("#   %s sh row.sh", strings.Join(words, " "))
	}
	add("set -eu")
	add(`RUN=${RUN:-script$$}`)
	add("work=$(mktemp -d)")
	for _, actor := range actors {
		name := upperName(actor)
		add(`TOKEN_%[1]s=${TOKEN_%[1]s:-$(openstack --os-cloud "${CLOUD_%[1]s:?set TOKEN_%[1]s, or CLOUD_%[1]s to an entry of clouds.yaml}" `+
			`token issue -f value -c id)}`, name)
	}
}

func (s *script) foot(row *reports.Row) {
	s.body = append(s.body, "", `say "the request was answered $subject; the report has $recorded (`+comment(row.Verdict.String())+`)"`,
		`[ "$subject" = "$recorded" ]`)
}

func (s *script) text() string {
	clean := []string{"clean() {", "  echo '-- removing what was made'"}
	for _, r := range s.clean {
		if s.locks && r.unlock != "" {
			clean = append(clean, "  "+r.unlock)
		}
		clean = append(clean, "  "+r.line)
	}
	clean = append(clean, `  rm -rf "$work"`, "}", "trap clean EXIT", "trap 'exit 130' HUP INT TERM", "")
	return strings.Join(slices.Concat(s.declared, strings.Split(functions, "\n"), clean, s.body), "\n") + "\n"
}

// functions are what all scripts share.
const functions = `
# ask TOKEN METHOD URL [HEADER...] [-d BODY]: the answer's body is in $answer, its status in $status
ask() {
  token=$1 method=$2 url=$3; shift 3
  words=$#
  while [ "$words" -gt 0 ]; do
    case $1 in
      -d) set -- "$@" --data-binary "$2"; shift 2; words=$((words - 2)) ;;
      *) set -- "$@" -H "$1"; shift; words=$((words - 1)) ;;
    esac
  done
  [ -z "$token" ] || set -- "$@" -H "X-Auth-Token: $token"
  status=$(curl -sS -D "$work/header" -o "$work/answer" -w '%{http_code}' -X "$method" "$@" "$url")
  answer=$(cat "$work/answer")
  say "$method $url: $status"
}
say() { printf '%s\n' "$1"; }
get() { say "$answer" | jq -r "$1"; }
request_id() { tr -d '\r' <"$work/header" | tr 'A-Z' 'a-z' | sed -n 's/^x-openstack-request-id: req-//p' | tail -n 1; }
# await STATE TOKEN URL [HEADER...]: asks until the status in the answer is STATE, for five minutes
await() {
  want=$1 whose=$2 place=$3 is='' looks=0; shift 3
  while [ "$looks" -lt 150 ]; do
    ask "$whose" GET "$place" "$@" >/dev/null
    is=$(say "$answer" | jq -r '[.. | objects | (.status // .stack_status) | strings][0] // ""' 2>/dev/null || true)
    [ "$is" != "$want" ] || { say "GET $place: $is"; return 0; }
    looks=$((looks + 1))
    sleep 2
  done
  say "GET $place: $is, not $want within five minutes"; return 1
}`

// exchange adds the lines of one exchange.
func (s *script) exchange(i int, all []*eventlog.Exchanged) {
	x := all[i]
	if x.Method == eventlog.ProgramRun {
		s.body = append(s.body, "", "# a client program ran here: "+comment(x.URL))
		return
	}
	if x.Role == "cleanup" {
		s.remove(x.Actor, x.URL, x.RequestHeader)
		return
	}
	if i+1 < len(all) && isLook(x) && isLook(all[i+1]) && all[i+1].URL == x.URL && all[i+1].Actor == x.Actor && x.Role == all[i+1].Role {
		return // it is asked again until it shows what the last of these looks showed
	}
	s.declareIDs(x.URL + "\n" + x.RequestBody)
	s.locks = s.locks || strings.Contains(x.RequestBody, `"lock"`)
	target := fmt.Sprintf(`"%s" `, s.token(x.Actor))
	headers := s.headers(x.RequestHeader)
	state := statusOf(x.ResponseBody)
	switch {
	case isLook(x) && state != "":
		s.body = append(s.body, fmt.Sprintf("await %s %s%s%s", quote(state), target, s.quote(x.URL), headers))
	default:
		line := fmt.Sprintf("ask %s%s %s%s", target, quote(x.Method), s.quote(x.URL), headers)
		if x.RequestBody != "" {
			line += " -d " + s.quote(fill(x.RequestBody))
		}
		if x.Role == "subject" {
			s.body = append(s.body, "", "echo '-- the request that the row is about'", line, fmt.Sprintf("subject=$status recorded=%d", x.Status),
				`say "$answer"`, "")
		} else {
			s.body = append(s.body, line)
		}
	}
	s.capture(i, x)
	s.removeMade(x)
}

func isLook(x *eventlog.Exchanged) bool {
	return x.Method == http.MethodGet && (x.Role == "setup" || x.Role == "observe")
}

// statusOf is the status of the resource that an answer shows, "" where it shows none.
func statusOf(body string) string {
	var answer map[string]map[string]any
	if json.Unmarshal([]byte(body), &answer) != nil || len(answer) != 1 {
		var image struct{ Status string }
		_ = json.Unmarshal([]byte(body), &image) // a body that is no object has no status
		return image.Status
	}
	for _, resource := range answer {
		for _, key := range []string{"status", "stack_status"} {
			if state, ok := resource[key].(string); ok {
				return state
			}
		}
	}
	return ""
}

// headers are the headers that matter to the service.
func (s *script) headers(h http.Header) string {
	var b strings.Builder
	for _, name := range []string{"Accept", "Content-Type", "Openstack-Api-Version", "X-Openstack-Nova-Api-Version"} {
		for _, value := range h[name] {
			b.WriteString(" " + s.quote(name+": "+value))
		}
	}
	return b.String()
}

func (s *script) token(actor string) string {
	if actor == "" || actor == "nobody" {
		return ""
	}
	return "$TOKEN_" + upperName(actor)
}

// declareIDs makes variables of ids that the cloud had before, and of keys.
func (s *script) declareIDs(text string) {
	for _, id := range anID.FindAllString(text, -1) {
		if s.literals[id] == "" {
			s.variables++
			name := fmt.Sprintf("ID%d", s.variables)
			s.literals[id] = name
			s.declared = append(s.declared, fmt.Sprintf("%s=${%s:-%s}", name, name, id))
		}
	}
	for _, m := range aKey.FindAllStringSubmatch(text, -1) {
		if s.keys[m[1]] == "" {
			name := fmt.Sprintf("KEY%d", len(s.keys)+1)
			s.keys[m[1]] = name
			s.declared = append(s.declared,
				fmt.Sprintf(`ssh-keygen -q -t ed25519 -N "" -C plumbline -f "$work/%s"; %s=$(cat "$work/%s.pub")`, name, name, name))
		}
	}
}

// capture keeps the ids of an answer that later requests have.
func (s *script) capture(i int, x *eventlog.Exchanged) {
	keep := func(command, id string) {
		if s.literals[id] != "" || id == "" || !strings.Contains(s.later[i], id) {
			return
		}
		s.variables++
		name := fmt.Sprintf("V%d", s.variables)
		s.literals[id] = name
		s.declared = append(s.declared, name+"=") // so that the removals can use it when the script ends early
		s.body = append(s.body, fmt.Sprintf("%s=$(%s)", name, command))
	}
	keep("request_id", anID.FindString(x.ResponseHeader.Get("X-Openstack-Request-Id")))
	var answer any
	if x.Status >= 300 || json.Unmarshal([]byte(x.ResponseBody), &answer) != nil {
		return
	}
	walk(answer, "", func(path, id string) { keep("get "+quote(path), id) })
}

// walk visits the texts of a JSON value that are ids, with the path of each as jq reads it, in a stable order.
func walk(v any, path string, visit func(path, id string)) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			name, _ := json.Marshal(k)
			walk(v[k], path+"."+string(name), visit)
		}
	case []any:
		for i, item := range v {
			walk(item, fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case string:
		if anID.FindString(v) == v && v != "" {
			visit(path, v)
		}
	}
}

// removable are collections whose members are made by a POST and named by an id, or by a name.
var removable = regexp.MustCompile(`/(servers|os-keypairs|volumes|snapshots|images|stacks|networks|subnets|ports|flavors|server_groups)$`)

// removeMade removes what a request made, unless the log has a removal of it.
func (s *script) removeMade(x *eventlog.Exchanged) {
	at, err := url.Parse(x.URL)
	if err != nil || x.Method != http.MethodPost || x.Status >= 300 || !removable.MatchString(at.Path) {
		return
	}
	var answer map[string]map[string]any
	var flat map[string]any
	_ = json.Unmarshal([]byte(x.ResponseBody), &flat)
	id, _ := flat["id"].(string)
	if json.Unmarshal([]byte(x.ResponseBody), &answer) == nil {
		for _, made := range answer {
			id, _ = made["id"].(string)
			if strings.HasSuffix(at.Path, "/os-keypairs") {
				id, _ = made["name"].(string)
			}
		}
	}
	if id != "" {
		s.remove(x.Actor, x.URL+"/"+id, x.RequestHeader)
	}
}

// remove adds a removal before those of what was made earlier, once.
func (s *script) remove(actor, at string, h http.Header) {
	if slices.Contains(s.deleted, at) {
		return
	}
	s.deleted = append(s.deleted, at)
	h = h.Clone()
	h.Del("Content-Type")
	r := removal{line: fmt.Sprintf(`ask "%s" DELETE %s%s || true`, s.token(actor), s.quote(at), s.headers(h))}
	if strings.Contains(at, "/servers/") {
		h.Set("Content-Type", "application/json")
		r.unlock = fmt.Sprintf(`ask "%s" POST %s%s -d '{"unlock": null}' || true`, s.token(actor), s.quote(at+"/action"), s.headers(h))
	}
	for _, id := range anID.FindAllString(at, -1) {
		if name := s.literals[id]; strings.HasPrefix(name, "V") {
			r.line = fmt.Sprintf(`[ -z "$%s" ] || %s`, name, r.line) // the script ended before it was made
		}
	}
	s.clean = slices.Insert(s.clean, 0, r)
}

// fill replaces what is redacted: any text serves as a password, and this one is base64, too.
func fill(body string) string { return aRedacted.ReplaceAllString(body, "cmVkYWN0ZWQ=") }

// quote writes a text of the log as a word of the shell, with variables for what differs on another cloud.
func (s *script) quote(text string) string {
	marks := map[string]string{}
	mark := func(variable string) string {
		m := fmt.Sprintf("\x00%d\x00", len(marks))
		marks[m] = `'"$` + variable + `"'`
		return m
	}
	text = aKey.ReplaceAllStringFunc(text, func(key string) string {
		return mark(s.keys[aKey.FindStringSubmatch(key)[1]])
	})
	text = anID.ReplaceAllStringFunc(text, func(id string) string {
		if name := s.literals[id]; name != "" {
			return mark(name)
		}
		return id
	})
	if s.run != "" {
		text = strings.ReplaceAll(text, "-"+s.run+"-", "-"+mark("RUN")+"-")
	}
	text = quote(text)
	for m, variable := range marks {
		text = strings.ReplaceAll(text, m, variable)
	}
	return text
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// comment is a text for a comment: one line, nothing that steers a terminal.
func comment(text string) string {
	return printable.Line(strings.Join(strings.Fields(strings.ReplaceAll(text, "\x00", "")), " "))
}
