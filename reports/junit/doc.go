// Package junit is the report as JUnit XML.
package junit
