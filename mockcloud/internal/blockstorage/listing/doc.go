// Package listing reads what a request asks of a list (page, order, filters) and answers the list: one way for
// all of block storage's nouns.
package listing
