// Package shelve is shelving, offloading and unshelving of servers.
package shelve
