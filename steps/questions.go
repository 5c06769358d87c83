package steps

import (
	"context"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/inventory"
	"plumbline/internal/steps/phrasebook"
	"plumbline/internal/steps/preflight"
)

// What can be asked without a run: what a plan needs of a cloud, what a cloud has, and which sentences there are.
type (
	// Preflight says of a plan what the cloud offers, who may what, what is missing, and what it costs.
	Preflight = preflight.Table
	// PreflightInput is what a preflight is made of.
	PreflightInput = preflight.Input
	// Claims are what a caller says of a cloud's capabilities, by their names.
	Claims = preflight.Claims
	// Inventory is what a cloud lists.
	Inventory = inventory.Inventory
	// Project is a project of an inventory.
	Project = inventory.Project
	// Host is a compute host of an inventory.
	Host = inventory.Host
	// Sentence is a sentence that scenarios can use.
	Sentence = phrasebook.Sentence
)

// MakePreflight makes the preflight of a plan.
func MakePreflight(in PreflightInput) Preflight { return preflight.MakeTable(in) }

// ParseClaims reads NAME, NAME=yes, NAME=no (capabilities) and SERVICE=X.Y (the newest microversion of a service).
func ParseClaims(texts []string) (Claims, error) { return preflight.ParseClaims(texts) }

// ReadInventory logs in and reads what a cloud has. Services that the cloud does not have, and lists that the user may not see, are told
// in Missing; any other answer than a list is an error. answer bounds each request, zero is the default.
func ReadInventory(ctx context.Context, login Login, secrets *redact.Redactor, answer time.Duration) (*Inventory, error) {
	return inventory.Read(ctx, login, secrets, answer)
}

// Suite is a catalogue of requirements, the scenarios that test them, and the documents that they add.
type Suite = features.Suite

// OpenSuite reads a suite from a folder: catalogue/NAME.yaml, SPECIFICATION/TOPIC.feature, and overlays in openapi. The error has one
// line for each problem, with its file and line.
func OpenSuite(dir string) (*Suite, error) { return features.Open(dir) }

// Sentences lists every sentence.
func Sentences() []Sentence { return phrasebook.All() }

// FindSentences lists the sentences whose expression or example has all words, in any case; without words all.
func FindSentences(words ...string) []Sentence { return phrasebook.Find(words...) }

// SentencesLike are examples of the sentences most like a text, the nearest first; a kind other than "" leaves out the others.
func SentencesLike(kind features.Kind, text string) []string { return phrasebook.Near(kind, text) }

// CheckSentences says what is wrong with the sentences, actors and capabilities of scenarios in a folder.
func CheckSentences(dir string, scenarios []features.Scenario) features.Problems {
	return phrasebook.Check(dir, scenarios)
}
