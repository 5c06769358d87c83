// Package durable keeps the state of a mock cloud in a directory.
//
// The directory has one file, state.db (bbolt): a bucket "state" with a bucket for each table of package state, for work that is
// due, for notifications and for counters, and below "snapshots" the same for each snapshot of the control API. Keys are
// the records' ids, values are JSON with the field names of the records; in fields that hold any value, what JSON
// cannot tell apart is marked (see mark). The bucket "plumbline" names the format. Each
// value begins with a checksum over itself and what it is of.
//
// The file is gone through whole before anything is done with it: one that was cut, overwritten or emptied is an error
// (ErrDamaged), and stays as it is. What is half written is in the bucket "unfinished".
//
// # What is kept
//
// Everything that an answer of a service follows from: all records (tokens included), work that was accepted and is not done,
// notifications (the newest 4,000), serial numbers; and what whoever steers the mock has chosen: the seed, snapshots,
// settings, newest microversions, fault rules, what the clock was advanced by. Not kept are the journal of exchanges,
// answers that were rendered, and how often a fault rule has matched since it was last written.
//
// Options of the start (profile, policy defaults, lifecycle) are not state: they come from the command line each
// time. A setting or a newest microversion that was chosen while the mock ran holds on as long as the start says the same
// as when it was chosen; another start means what it says.
//
// # Promises
//
// A request that writes is answered when its transaction is on disk, and nobody sees what it wrote before. Requests that
// come while the disk is busy share the next write. If it fails, whoever is in it is refused, and nothing has changed. What
// was never answered may be there after a crash or not, but never half of it.
package durable
