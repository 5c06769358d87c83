// Package html renders the report as one HTML page without other files.
package html
