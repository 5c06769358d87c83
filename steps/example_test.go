package steps_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cucumber/godog"

	"plumbline/mockcloud"
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

// A cloud is certified with the credentials of clouds.yaml; here it is a mock. Selection says which rows run.
func ExampleRun() {
	cloud, stop := exampleCloud()
	defer stop()
	o := steps.Options{Target: cloud}
	o.Selection.Only = []string{"RKP-23"}
	outcome, err := steps.Run(context.Background(), o)
	fmt.Println(outcome.Passed > 0, outcome.Failed, outcome.Leaked, err)
	// Output: true 0 0 <nil>
}

// The scenarios run in a suite of godog's, which reads them from their files.
func ExampleNewGodogRun() {
	cloud, stop := exampleCloud()
	defer stop()
	run, err := steps.NewGodogRun(context.Background(), steps.Options{Target: cloud})
	if err != nil {
		fmt.Println(err)
		return
	}
	godog.TestSuite{
		ScenarioInitializer: run.InitializeScenario,
		Options:             &godog.Options{Format: "progress", Output: io.Discard, Paths: []string{"../features/microversions/headers.feature"}},
	}.Run()
	outcome, err := run.Close()
	fmt.Println(outcome.Passed > 0, outcome.Failed, err)
	// Output: true 0 <nil>
}

// exampleCloud serves a mock, and answers how its administrator reaches it, as clouds.yaml says.
func exampleCloud() (target steps.Target, stop func()) {
	cloud := must(mockcloud.New())
	served := must(cloud.Listen("127.0.0.1:0"))
	dir := must(os.MkdirTemp("", "plumbline-example-*"))
	file := filepath.Join(dir, "clouds.yaml")
	if err := os.WriteFile(file, cloud.CloudsYAML("mock"), 0o600); err != nil {
		panic(err)
	}
	login := must(steps.ReadLogin("mock-admin", map[string]string{"OS_CLIENT_CONFIG_FILE": file}))
	return steps.Target{Name: "my cloud", Kind: steps.Mock, Login: login}, func() {
		_ = served.Close()
		_ = os.RemoveAll(dir)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
