package steps_test

import (
	"fmt"

	"plumbline/steps"
)

// A suite of one's own is read from a folder; its parts are options of a run.
func ExampleOpenSuite() {
	suite, err := steps.OpenSuite("../examples/specification")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := steps.Options{Scenarios: suite.Scenarios, Documents: suite.Documents, FeaturesFrom: suite.From}
	fmt.Println(o.FeaturesFrom, suite.Catalogue.Specifications[0].ID, len(o.Scenarios) > 0)
	// Output: specification hostname true
}
