// Package markdown is the report as Markdown: summary.md.
package markdown
