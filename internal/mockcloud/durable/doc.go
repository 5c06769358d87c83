// Package durable keeps the state of a mock cloud in a directory.
//
// The directory has one file, state.db (bbolt): a bucket "state" with a bucket for each table of package state, for work that is
// due, for notifications and for counters, and below "snapshots" the same for each snapshot of the control API. Keys are
// the records' ids, values are JSON with the field names of the records; in fields of any type, values of types that JSON
// does not have are marked (see mark). The bucket "plumbline" holds the name of the format. Each value begins with a
// checksum over its table, its id and itself.
//
// The whole file is checked before it is used: one that was cut, overwritten or emptied is an error (ErrDamaged), and is
// not changed. Data that is written in parts is in the bucket "unfinished" until it is complete.
//
// # What is kept
//
// Everything that answers of a service depend on: all records (tokens included), scheduled work that is not done,
// notifications (the newest 4,000), serial numbers; and the choices made through the control API: the seed, snapshots,
// settings, newest microversions, fault rules, the clock's advance. Not kept are the journal of exchanges, rendered
// answers, and the number of matches of a fault rule since it was last saved.
//
// Options of the start (profile, policy defaults, lifecycle) are not state: they come from the command line each
// time. A setting or a newest microversion that was chosen while the mock ran stays in force as long as the options of the
// start are the same as when it was chosen; changed options replace it.
//
// # Promises
//
// A request that writes is answered when its transaction is on disk, and its changes are not visible before. Requests that
// come while the disk is busy share the next write. If the write fails, all of them are refused, and nothing has changed.
// After a crash, the changes of a request that was not answered are there completely or not at all.
package durable
