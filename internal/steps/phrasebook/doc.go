// Package phrasebook has every sentence that scenarios can use, with an example, for those who write scenarios: it lists and searches
// them, and says of a sentence that nobody defined which ones are like it.
package phrasebook
