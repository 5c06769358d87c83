package steps

import (
	"io"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"
)

// silent is the runner's formatter: it prints nothing, since the event log has everything.
type silent struct{}

const silentName = "plumbline-silent"

func init() {
	godog.Format(silentName, "writes nothing", func(string, io.Writer) godog.Formatter { return silent{} })
}

func (silent) TestRunStarted()                                                                     {}
func (silent) Feature(*messages.GherkinDocument, string, []byte)                                   {}
func (silent) Pickle(*messages.Pickle)                                                             {}
func (silent) Defined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)          {}
func (silent) Failed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error)    {}
func (silent) Passed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)           {}
func (silent) Skipped(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)          {}
func (silent) Undefined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)        {}
func (silent) Pending(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)          {}
func (silent) Ambiguous(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {}
func (silent) Summary()                                                                            {}
