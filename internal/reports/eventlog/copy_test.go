package eventlog_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

func TestCopyGivesTheSameBytes(t *testing.T) {
	raw := write(t)
	log, err := eventlog.ReadLog(bytes.NewReader(raw))
	require.NoError(t, err)
	var again bytes.Buffer
	head, err := eventlog.Copy(&again, log.Events)
	require.NoError(t, err)
	assert.Equal(t, string(raw), again.String())
	assert.Equal(t, log.Head, head)

	log.Events[1].TargetDescribed.Name = "prod"
	_, err = eventlog.Copy(&again, log.Events)
	require.ErrorIs(t, err, eventlog.ErrBroken)
	assert.ErrorContains(t, err, "line 3 does not follow")
}

func TestScrubReachesAllFreeText(t *testing.T) {
	const secret = "hunter2hunter2"
	var b bytes.Buffer
	w := eventlog.NewWriter(&b, clock())
	scrub := func(s string) string { return strings.ReplaceAll(s, secret, "***") }
	w.Scrub(eventlog.Scrubber{Text: scrub, Known: scrub})
	done := &eventlog.CaseDone{Case: "c", Reason: secret, Expected: secret, Got: secret}
	for _, p := range []eventlog.Payload{
		&eventlog.RunStarted{Args: []string{"--password", secret}},
		&eventlog.TargetDescribed{
			Capabilities: []eventlog.Capability{{Evidence: secret}},
			Actors:       []eventlog.Actor{{How: secret, Reason: secret}},
		},
		&eventlog.Gated{Reason: secret, Probe: secret},
		&eventlog.StepDone{Text: secret, Message: secret},
		&eventlog.Exchanged{
			Exchange: eventlog.Exchange{
				Request:  exchange.Request{URL: secret, RequestBody: secret},
				Response: exchange.Response{ResponseBody: secret},
			},
			Error: secret,
			Drift: []eventlog.Drift{{Expected: secret, Got: secret}},
		},
		done,
		&eventlog.CleanedUp{Error: secret},
	} {
		require.NoError(t, w.Append(p))
	}
	assert.NotContains(t, b.String(), secret)
	assert.Equal(t, 18, strings.Count(b.String(), "***"))
	assert.Equal(t, secret, done.Reason, "the caller's value stays")
	_, err := eventlog.Read(&b)
	require.NoError(t, err)
}
