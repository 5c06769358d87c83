// Package record holds what block storage's packages share about a volume: finding and changing it, its attachments, the texts of
// refusals, and formatting values.
package record
