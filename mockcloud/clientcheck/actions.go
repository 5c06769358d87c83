package clientcheck

import "plumbline/openapi"

// otherAction tells whether the documents may be incomplete as to the action. They have all of Nova's and Heat's.
func (c *call) otherAction() bool {
	if c.route == nil || !c.route.Actions || c.action == "" || c.chain.KnownAction(c.route, c.action) {
		return false
	}
	return c.Service != openapi.Compute && c.Service != openapi.Orchestration
}
