package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/steps"
)

// A run whose set-up fails keeps no log: --resume, which wants the log in --out, cannot remove what it left behind.
func TestWhatIsLeftIsRemovedByACommandThatCan(t *testing.T) {
	for _, row := range []struct {
		name      string
		outcome   steps.Outcome
		resumable bool
		says      string
	}{
		{"nothing is left", steps.Outcome{RunID: "r1"}, true, ""},
		{
			"left, with a log",
			steps.Outcome{RunID: "r1", Leaked: 1},
			true,
			"plumbline: something was left behind; --resume or plumbline sweep --run r1 removes it\n",
		},
		{
			"left, without a log",
			steps.Outcome{RunID: "r1", NotCleaned: 1},
			false,
			"plumbline: something was left behind; plumbline sweep --run r1 removes it\n",
		},
		{
			"stopped, with a log",
			steps.Outcome{RunID: "r1", Stopped: "the cloud is gone"},
			true,
			"plumbline: the cloud is gone; --resume continues\n",
		},
		{
			"stopped, without a log",
			steps.Outcome{RunID: "r1", Stopped: "the cloud is gone"},
			false,
			"plumbline: the cloud is gone; start the run again\n",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			var stderr bytes.Buffer
			f := &certify.TargetFlags{Streams: cli.Streams{Err: &stderr}}
			f.SayWhatIsOpen(row.outcome, row.resumable)
			assert.Equal(t, row.says, stderr.String())
		})
	}
}

// The command has the cloud and the users of the run: as another user it would find nothing.
func TestTheCommandThatSweepsIsThatOfTheRun(t *testing.T) {
	f := &certify.TargetFlags{Cloud: "my cloud", Actors: []string{"reader=my-reader"}, Insecure: true, Config: "prod.yaml"}
	assert.Equal(t, "plumbline sweep --config prod.yaml --os-cloud 'my cloud' --actor reader=my-reader --insecure --run r1",
		f.SweepCommand("r1"))
	assert.Equal(t, "plumbline sweep --target http://127.0.0.1:8774 --run r1",
		(&certify.TargetFlags{Target: "http://127.0.0.1:8774"}).SweepCommand("r1"))
}
