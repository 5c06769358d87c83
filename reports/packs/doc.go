// Package packs keeps what a real cloud answered in one small file, so that the mock can be held against that
// cloud by anybody, at any time, without it.
//
// A pack is made from the event log of a run (Record), and becomes an event log again (Pack.Events), which
// package parity compares with that of the same selection on the mock.
//
// # The file
//
// NAME.pack.ndjson.gz: a line with the Header, then one line per case, sorted by its id. The same log gives the
// same bytes. The header has the digest of the lines after it: a pack that was cut off or edited is refused.
//
// # What is in it
//
// What parity compares, and as much of the rest as helps to understand a difference. Everything that could tell
// which cloud it was is replaced, the same thing by the same thing: see kept_keys.go for what stays. Values that are on
// no list do not stay. Leftovers proves it: it looks in the pack for whatever the log has of ids, addresses, hosts
// and names.
package packs
