// Package packs keeps the answers of a real cloud in one small file, so that anybody can compare the mock with that cloud
// at any time, without access to it.
//
// A pack is made from the event log of a run (Record), and becomes an event log again (Pack.Events), which package parity
// compares with that of the same selection on the mock.
//
// # The file
//
// NAME.pack.ndjson.gz: a line with the Header, then one line per case, sorted by its id. The same log gives the same bytes.
// The header has the digest of the lines after it: a pack that was cut off or edited is refused.
//
// # What is in it
//
// It has what parity compares, and as much of the rest as helps to understand a difference. Everything that could identify
// the cloud is replaced, and equal values by equal replacements: kept_keys.go lists what stays. Values that are not listed
// do not stay. Leftovers checks this: it searches the pack for the ids, addresses, hosts and names in the log.
package packs
