// Package shelve holds the actions that shelve, offload and unshelve servers.
package shelve
