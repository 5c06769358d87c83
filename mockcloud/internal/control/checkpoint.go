package control

import (
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/internal/ids"
)

// Checkpoint remembers everything as it is: records, work that waits, the time, fault rules, settings, the newest
// microversions and the journal. It answers what brings all of it back, as often as wanted. The clock is the cloud's own; tokens stay good.
// It is for clouds that keep nothing on a disk, while nobody else asks them.
func (c *Control) Checkpoint(own *clock.Manual) (back func()) {
	at, records, rules := own.Now(), c.env.Store.Snapshot(), c.env.Faults.Checkpoint()
	said, chosen, newest := c.env.Journal.Checkpoint(), c.env.Settings(), c.env.CurrentMaxima()
	return func() {
		defer c.turns.Add(1)
		own.Set(at)
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

// RestartIDs has the ids that follow depend on a name, and not on what was asked before.
func (c *Control) RestartIDs(name string) { ids.Restart(c.env.IDs, name) }
