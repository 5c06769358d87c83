// Package record is what the rooms of block storage share about a volume: finding and changing it, its
// attachments, the words of refusals, and how values are written.
package record
