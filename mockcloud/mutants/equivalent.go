package mutants

// equivalent are the mutants that nobody can tell from the mock, by id, with the reason.
var equivalent = map[string]string{}
