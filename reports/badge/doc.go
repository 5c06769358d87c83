// Package badge is the report's verdict as an SVG badge.
package badge
