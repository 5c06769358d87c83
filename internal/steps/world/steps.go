package world

// Steps registers sentences. The expression is a regular expression (RE2); the function takes its groups as string, int or similar,
// then *godog.DocString or *godog.Table where the sentence has one, and returns an error. godog.ScenarioContext satisfies it.
type Steps interface {
	Given(expr, fn any)
	When(expr, fn any)
	Then(expr, fn any)
}

// Anew is a step function of a Given sentence that runs also where another case has performed it: it makes nothing that lasts.
type Anew func() error
