package mockcloud

import "plumbline/internal/mockcloud/clientcheck"

// Finding is a rule of `plumbline check-client` that a client broke: its id and severity, what to do about it, where it was broken, and
// how often.
type Finding = clientcheck.Finding

// CheckClient judges the client by the journal, as `plumbline check-client` does (docs/check-client.md): each request against the
// document of its microversion, and what many of them together ask of a cloud. atLeast is the severity from which findings are listed:
// note, warning or error; any other is an error. A cloud that is to judge many requests is made with WithWholeJournal.
func (c Control) CheckClient(atLeast string) ([]Finding, error) {
	least, err := clientcheck.ParseSeverity(atLeast)
	if err != nil {
		return nil, err
	}
	return clientcheck.Judge(c.Journal()).AtLeast(least), nil
}
