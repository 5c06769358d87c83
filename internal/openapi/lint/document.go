package lint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
	"plumbline/internal/openapi/schema"
)

var operationID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$`)

// extensions are the keys beginning with x- that documents may use.
var extensions = map[string]bool{
	"x-openstack-service": true, "x-openstack-microversions": true, "x-openstack-change": true, "x-openstack-change-scope": true,
	"x-openstack-policy": true, "x-openstack-states": true, "x-openstack-locked": true, "x-openstack-query": true,
	"x-openstack-field-policy": true, openapi.UnimplementedKey: true, "x-openstack-public": true,
	"x-openstack-unique-keys": true, openapi.ActionsKey: true, schema.KeyPattern: true, schema.PatternSaid: true,
	"x-openstack-order": true, openapi.SuffixesKey: true,
}

var (
	vmStates = []string{
		"active", "building", "paused", "suspended", "stopped", "rescued", "resized", "soft-delete",
		"deleted", "error", "shelved", "shelved_offloaded",
	}
	queryModes = []string{"", string(openapi.QueryOpen), string(openapi.QueryClosed), string(openapi.QueryUnderscore)}
)

// document checks the rules of one version.
func (l *linter) document(d *openapi.Document) {
	v := d.Version
	l.extensionKeys(v, d.Tree, nil)
	if want := v.String(); want != "" && node.Text(d.Tree, "info", "version") != want {
		l.add(v, "info", "version is %q, not %q", node.Text(d.Tree, "info", "version"), want)
	}
	ids := map[string]string{}
	for _, op := range d.Operations() {
		place := op.Method + " " + op.Path
		if op.Action != "" {
			place += " " + op.Action
		}
		switch {
		case op.ID == "":
			l.add(v, place, "the operation has no operationId")
			continue
		case ids[op.ID] != "":
			l.add(v, op.ID, "the operationId is at %s and at %s", ids[op.ID], place)
		case !operationID.MatchString(op.ID):
			l.add(v, op.ID, "an operationId is <resource>.<verb> in small letters")
		}
		ids[op.ID] = place
		if !l.isRepeated(op) {
			l.operation(d, op)
		}
	}
	// components that no operation of this version uses are checked, too
	for _, name := range node.SortedKeys(node.Object(d.Tree, "components", "schemas")) {
		l.schema(d, node.Object(d.Tree, "components", "schemas", name), "components/schemas/"+name, false)
	}
}

// isRepeated tells whether an earlier version has the same operation, with refs followed, and remembers it.
func (l *linter) isRepeated(op *openapi.Operation) bool {
	sum, err := op.Sum(l.sums)
	if err != nil {
		return false
	}
	whole := schema.ContentSum([]any{string(sum[:]), op.Item["parameters"]})
	known := l.operations[whole]
	l.operations[whole] = true
	return known
}

func (l *linter) operation(d *openapi.Document, op *openapi.Operation) {
	v, policy := d.Version, op.Tree["x-openstack-policy"]
	if s, ok := policy.(string); (!ok || s == "") && !op.Public {
		l.add(v, op.ID, "x-openstack-policy is missing (a rule name, none, or x-openstack-public: true where no token is asked for)")
	}
	if locked, given := op.Tree["x-openstack-locked"]; given && locked != "reject" {
		l.add(v, op.ID, "x-openstack-locked is %v: only reject is known", locked)
	}
	if !slices.Contains(queryModes, node.Text(op.Tree, "x-openstack-query")) {
		l.add(v, op.ID, "x-openstack-query is %v: one of open, closed, underscore", op.Tree["x-openstack-query"])
	}
	l.checkStates(v, op)
	if len(op.Success()) == 0 && !op.IsGone() {
		l.add(v, op.ID, "no status below 400 is declared, nor 410 for what is gone")
	}
	l.parameters(v, op)
	if body := node.Object(op.Tree, "requestBody"); body != nil {
		l.body(d, op, body)
	}
	for key := range node.Object(op.Tree, "responses") {
		status, err := strconv.Atoi(key)
		if err != nil || status < 100 || status > 599 {
			l.add(v, op.ID, "status %s is not a number from 100 to 599", key)
			continue
		}
		if r := op.Response(status); r == nil {
			l.add(v, op.ID, "status %s is not a map", key)
		} else if r.Err != nil {
			l.add(v, op.ID, "status %s: %v", key, r.Err)
		} else if s := r.Schema; s != nil && s.Err != nil {
			l.add(v, op.ID, "status %s: %v", key, s.Err)
		}
		l.response(d, op, key)
	}
	if q := op.CompiledQuery(); q.Err != nil {
		l.add(v, op.ID, "parameters: %v", q.Err)
	} else {
		for _, p := range q.Params {
			if p.Schema.Err != nil {
				l.add(v, op.ID, "parameter %s: %v", p.Name, p.Schema.Err)
			}
		}
	}
}

func (l *linter) checkStates(v openapi.Version, op *openapi.Operation) {
	given, ok := op.Tree["x-openstack-states"]
	if !ok {
		return
	}
	m, _ := given.(map[string]any)
	if err := overlay.OnlyKeys(m, "vm", "task", "launched", "host"); err != nil || m == nil {
		l.add(v, op.ID, "x-openstack-states: a map of vm, task, launched, host: %v", err)
		return
	}
	if host := m["host"]; host != nil && host != true && host != "last" {
		l.add(v, op.ID, "x-openstack-states: host is true (looked at before the states) or last, not %v", host)
	}
	for _, s := range node.List(m, "vm") {
		if name, ok := s.(string); !ok || !slices.Contains(vmStates, name) {
			l.add(v, op.ID, "x-openstack-states: %v is not a vm_state", s)
		}
	}
	if _, isList := m["task"].([]any); m["task"] != nil && !isList {
		l.add(v, op.ID, "x-openstack-states: task is a list (absent: any; null in it: no task)")
	}
}

// parameters checks that the path's parameters are declared, with refs followed.
func (l *linter) parameters(v openapi.Version, op *openapi.Operation) {
	declared := map[string]bool{}
	for _, p := range slices.Concat(node.List(op.Tree, "parameters"), node.List(op.Item, "parameters")) {
		m, _ := p.(map[string]any)
		m, err := op.Doc.Resolve(m)
		if err != nil {
			l.add(v, op.ID, "parameters: %v", err)
			continue
		}
		if node.Text(m, "in") == "path" {
			declared[node.Text(m, "name")] = true
		}
	}
	for seg := range strings.SplitSeq(op.Path, "/") {
		if name, ok := openapi.Parameter(seg); ok && !declared[name] {
			l.add(v, op.ID, "the path parameter %s is not declared", name)
		}
	}
}

func (l *linter) body(d *openapi.Document, op *openapi.Operation, body map[string]any) {
	if b := op.Body(); b != nil && b.Schema != nil && b.Schema.Err != nil {
		l.add(d.Version, op.ID, "request: %v", b.Schema.Err)
	}
	body, err := d.Resolve(body)
	if err != nil {
		l.add(d.Version, op.ID, "request: %v", err)
		return
	}
	media := openapi.JsonContent(node.Object(body, "content"))
	if media == nil {
		return
	}
	l.schema(d, node.Object(media, "schema"), op.ID+": request", false)
	if op.Action == "" {
		return
	}
	whole, err := d.Inline(media["schema"], 0)
	if err == nil && !slices.Contains(node.Strings(whole, "required"), op.Action) {
		l.add(d.Version, op.ID, "the body of an action requires its key %q", op.Action)
	}
}

func (l *linter) response(d *openapi.Document, op *openapi.Operation, status string) {
	r, err := d.Resolve(node.Object(op.Tree, "responses", status))
	if err != nil {
		l.add(d.Version, op.ID, "status %s: %v", status, err)
		return
	}
	if media := openapi.JsonContent(node.Object(r, "content")); media != nil {
		l.schema(d, node.Object(media, "schema"), op.ID+": status "+status, status < "400")
	}
}

// extensionKeys reports undeclared keys beginning with x-. Names of properties, headers and components are not keywords.
func (l *linter) extensionKeys(v openapi.Version, tree any, path []string) {
	switch t := tree.(type) {
	case map[string]any:
		for k, e := range t {
			if strings.HasPrefix(k, "x-") && !extensions[k] && !namesOwn(path) {
				l.add(v, node.Pointer(path), "unknown extension %s", k)
			}
			l.extensionKeys(v, e, append(path, k))
		}
	case []any:
		for i, e := range t {
			l.extensionKeys(v, e, append(path, strconv.Itoa(i)))
		}
	}
}

// namesOwn tells whether the keys at path are names of properties, headers or components.
func namesOwn(path []string) bool {
	if len(path) == 0 {
		return false
	}
	switch path[len(path)-1] {
	case "properties", "headers", "schemas", "responses", "parameters", "content", "example", "default", "examples":
		return true
	}
	return false
}
