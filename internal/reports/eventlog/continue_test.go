package eventlog_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/eventlog"
)

func TestATornLogGoesOnAfterItsLastWholeLine(t *testing.T) {
	raw := write(t)
	torn := raw[:len(raw)-7]
	log, err := eventlog.ReadLog(bytes.NewReader(torn))
	require.NoError(t, err)
	require.Positive(t, log.Torn)
	again := bytes.NewBuffer(bytes.Clone(torn[:len(torn)-log.Torn]))
	w := eventlog.Continue(again, clock(), log)
	assert.Equal(t, log.Head, w.Head())
	require.NoError(t, w.Append(&eventlog.RunResumed{RunID: "r1", Reason: "it was killed"}))
	require.NoError(t, w.Append(&eventlog.RunEnded{}))
	whole, err := eventlog.ReadLog(again)
	require.NoError(t, err)
	assert.Len(t, whole.Events, len(log.Events)+2)
	assert.Equal(t, w.Head(), whole.Head)
	head, err := eventlog.Head(whole.Events)
	require.NoError(t, err)
	assert.Equal(t, whole.Head, head)
}

func TestShardsRoundTrip(t *testing.T) {
	for _, text := range []string{"", "1/1", "2/3", "alone/3"} {
		s, err := eventlog.ParseShard(text)
		require.NoError(t, err)
		assert.Equal(t, text, s.String())
	}
	for _, text := range []string{"0/3", "4/3", "1", "a/b", "1/0", "alone", "alone/0", "1/2/3", "-1/3", "1/1001"} {
		_, err := eventlog.ParseShard(text)
		assert.ErrorContains(t, err, "want I/N", text)
	}
}

func TestPlansAreEqualWhenTheirCasesAreInOrder(t *testing.T) {
	digest := eventlog.PlanDigest([]string{"a", "b"})
	assert.Len(t, digest, 64)
	assert.Equal(t, digest, eventlog.PlanDigest([]string{"a", "b"}))
	for _, other := range [][]string{{"b", "a"}, {"a"}, {"ab"}, {"a\nb", ""}, nil} {
		assert.NotEqual(t, digest, eventlog.PlanDigest(other), "%q", other)
	}
}
