package target

import (
	"cmp"
	"time"

	"plumbline/internal/steps/session"
)

func (c Config) answerTime() time.Duration { return cmp.Or(c.AnswerTime, session.AnswerTime) }
