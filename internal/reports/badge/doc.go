// Package badge renders the verdict of a report as an SVG badge.
package badge
