// Package listing reads the query of a list (page, order, filters) and answers the list, for all resources of block storage.
package listing
