package sentences

import "plumbline/steps/world"

// where says where a parameter of a rebuild shows: in the answer, in the server, or in neither.
type where int

const (
	answered where = 1 << iota
	kept
)

// give puts a parameter into a rebuild and notes where its value must show.
func give(w *world.World, fields map[string]any, name string, value any, in where) {
	fields[name] = value
	expect(w, name, value, in)
}

// expect notes that a field of the server must have a value, in the answer, afterwards, or both.
func expect(w *world.World, field string, value any, in where) {
	facts := w.Noun("server", "").Facts
	for kind, place := range map[string]where{"answered": answered, "kept": kept} {
		if in&place == 0 {
			continue
		}
		fields, _ := facts[kind].(map[string]any)
		if fields == nil {
			fields = map[string]any{}
			facts[kind] = fields
		}
		fields[field] = value
	}
}

// otherParameters gives every parameter of a rebuild that takes effect without further ado and is there
// at every microversion from 2.19.
func otherParameters(w *world.World, fields map[string]any) {
	for name, value := range map[string]any{
		"name": w.Name("renamed"), "metadata": map[string]any{"purpose": "rebuilt"}, "description": "rebuilt with every parameter",
		"accessIPv4": "192.0.2.7", "accessIPv6": "2001:db8::7", "OS-DCF:diskConfig": "AUTO",
	} {
		give(w, fields, name, value, answered|kept)
	}
	give(w, fields, "adminPass", "Sesame-2-open", answered)
	give(w, fields, "preserve_ephemeral", false, 0)
}

// parametersShown compares every field that was noted with the answer, or with the server as it is now.
func parametersShown(w *world.World, kind string) error {
	server, x := w.Noun("server", ""), w.Last()
	if kind == "kept" {
		var err error
		if x, err = w.ShowServer(world.Observe, "", server, ""); err != nil {
			return err
		}
	}
	fields, _ := server.Facts[kind].(map[string]any)
	for name, value := range fields {
		err := shows(x, "/server/"+name, value)
		if err != nil && name == "adminPass" {
			return world.Failf("the answer does not repeat the password of the request") // a password is never shown
		}
		if err != nil {
			return err
		}
	}
	return nil
}
