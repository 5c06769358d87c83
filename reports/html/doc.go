// Package html is the report as one page that needs nothing else.
package html
