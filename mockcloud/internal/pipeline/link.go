package pipeline

// Link is a link of an answer; few say what type their target has.
type Link struct {
	Rel  string `json:"rel"`
	Href string `json:"href"`
	Type string `json:"type,omitzero"`
}

// MediaType is a form of bodies, as services list theirs beside their versions.
type MediaType struct {
	Base string `json:"base"`
	Type string `json:"type"`
}
