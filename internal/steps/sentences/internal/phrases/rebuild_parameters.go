package phrases

import (
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// where is where the value of a rebuild's parameter must show: in the answer, in the server, or in neither.
type where int

const (
	Answered where = 1 << iota
	Kept
)

// SetParameter puts a parameter into a rebuild and notes where its value must show.
func SetParameter(w *world.World, fields map[string]any, name string, value any, in where) {
	fields[name] = value
	Expect(w, name, value, in)
}

// Expect notes that a field of the server must have a value, in the answer, afterwards, or both.
func Expect(w *world.World, field string, value any, in where) {
	facts := w.Noun("server", "").Facts
	for kind, place := range map[string]where{"answered": Answered, "kept": Kept} {
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

// OtherParameters sets every parameter of a rebuild that needs no preparation and exists at every microversion from 2.19.
func OtherParameters(w *world.World, fields map[string]any) {
	for name, value := range map[string]any{
		"name": w.Name("renamed"), "metadata": map[string]any{
			"purpose": "rebuilt",
			"season":  "autumn",
		}, "description": "rebuilt with every parameter",
		"accessIPv4": "192.0.2.7", "accessIPv6": "2001:db8::7", "OS-DCF:diskConfig": "AUTO",
	} {
		SetParameter(w, fields, name, value, Answered|Kept)
	}
	SetParameter(w, fields, "adminPass", "Sesame-2-open", Answered)
	SetParameter(w, fields, "preserve_ephemeral", false, 0)
}

// parametersShown compares every expected field with the answer, or with the server as it is now.
func parametersShown(w *world.World, kind string) error {
	server, x := w.Noun("server", ""), w.Last()
	if kind == "kept" {
		var err error
		if x, err = fixtures.ShowServer(w, world.Observe, "", server, ""); err != nil {
			return err
		}
	}
	fields, _ := server.Facts[kind].(map[string]any)
	for name, value := range fields {
		err := x.Shows("/server/"+name, value)
		if err != nil && name == "adminPass" {
			return world.Failf("the answer does not repeat the password of the request") // a password is never shown
		}
		if err != nil {
			return err
		}
	}
	return nil
}
