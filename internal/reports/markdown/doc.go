// Package markdown renders the report as Markdown: summary.md.
package markdown
