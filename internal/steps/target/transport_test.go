package target

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/session"
)

func TestHowLongAnAnswerMayTake(t *testing.T) {
	for _, row := range []struct {
		name                   string
		config                 Config
		whole, untilItsHeaders time.Duration
	}{
		{"by default", Config{}, 5 * time.Minute, 2 * time.Minute},
		{"less", Config{AnswerTime: 3 * time.Second}, 3 * time.Second, 3 * time.Second},
		{"more", Config{AnswerTime: time.Hour}, time.Hour, 2 * time.Minute},
		{"in place there is nothing to wait for", Config{AnswerTime: time.Hour, Handler: http.NotFoundHandler()}, 0, 2 * time.Minute},
	} {
		t.Run(row.name, func(t *testing.T) {
			bare := session.Login{}.Transport(row.config.answerTime())
			assert.Equal(t, row.untilItsHeaders, bare.(*http.Transport).ResponseHeaderTimeout)
			assert.Equal(t, row.whole, (&Target{Config: row.config}).client(bare).Timeout)
		})
	}
}
