package control

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// PutStack sets a stack's state ("INIT_COMPLETE"), also to one that no request leads to. No work is started, and work in progress is
// cancelled.
func (c *Control) PutStack(id, status string) error {
	action, how, _ := strings.Cut(status, "_")
	if !slices.Contains(state.StackActions(), action) || !slices.Contains(state.StackProgress(), how) {
		return fmt.Errorf("%q is no state of a stack: one of %s, then one of %s", status,
			strings.Join(state.StackActions(), ", "), strings.Join(state.StackProgress(), ", "))
	}
	c.env.RunDue()
	x := c.env.Store.Write()
	defer x.Abort()
	found := state.Stacks.Get(x, id)
	if found == nil {
		return notFound(fmt.Sprintf("there is no stack %q", id))
	}
	put := *found
	put.Pass++ // scheduled work of an earlier pass is ignored
	put.Action, put.Status, put.StatusReason = action, how, "put there by the control API"
	state.Stacks.Insert(x, &put)
	c.reportSaveError(x.Commit())
	c.changeCount.Add(1)
	return nil
}

func (c *Control) putStack(r *http.Request) (int, any, error) {
	var body struct {
		Status string `json:"stack_status"`
	}
	if err := decode(r, &body); err != nil {
		return 0, nil, err
	}
	return 204, nil, c.PutStack(r.PathValue("id"), body.Status)
}
