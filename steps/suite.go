package steps

import (
	"plumbline/internal/features"
	"plumbline/internal/steps/phrasebook"
)

// Suite is a catalogue of requirements, the scenarios that test them, and the documents that they add.
type Suite = features.Suite

// OpenSuite reads a suite from a folder: catalogue/NAME.yaml, SPECIFICATION/TOPIC.feature, and overlays in openapi. The error has one
// line for each problem, with its file and line.
func OpenSuite(dir string) (*Suite, error) { return features.Open(dir) }

// Sentence is a sentence that scenarios can use.
type Sentence = phrasebook.Sentence

// Sentences lists the sentences whose expression or example has all words, in any case; without words all.
func Sentences(words ...string) []Sentence { return phrasebook.Find(words...) }
