// Package junit renders the report as JUnit XML.
package junit
