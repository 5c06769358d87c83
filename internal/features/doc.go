// Package features reads suites: the requirement catalogue (data) and the scenarios (Gherkin) that test every requirement of it, the
// embedded ones or those of a folder. Sentences are only text here; package steps turns them into requests. The tags that scenarios can
// have are listed in plumbline/features.
package features
