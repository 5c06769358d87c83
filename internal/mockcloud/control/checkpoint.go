package control

import (
	"plumbline/internal/mockcloud/ids"
	"plumbline/mockcloud/clock"
)

// Checkpoint remembers the present state: records, scheduled work, the time, fault rules, settings, the newest microversions and the
// journal. The function that it answers restores it, any number of times. own is the cloud's clock; tokens stay valid. It is for
// clouds without a data directory, while no other requests are made.
func (c *Control) Checkpoint(own *clock.Manual) (back func()) {
	at, records, rules := own.Now(), c.env.Store.Snapshot(), c.env.Faults.Checkpoint()
	said, chosen, newest := c.env.Journal.Checkpoint(), c.env.Settings(), c.env.CurrentMaxima()
	return func() {
		defer c.changeCount.Add(1)
		own.Advance(at.Sub(own.Now()))
		c.reportSaveError(c.env.Store.Restore(records, tokenTables...))
		rules()
		said()
		c.env.Choose(chosen)
		for s, v := range c.env.CurrentMaxima() {
			if v != newest[s] {
				c.reportSaveError(c.env.SetMaximum(s, newest[s]))
			}
		}
		c.env.FindNextDue()
	}
}

// RestartIDs makes the following ids depend on a name only, not on previous requests.
func (c *Control) RestartIDs(name string) { ids.Restart(c.env.IDs, name) }
