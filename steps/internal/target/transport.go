package target

import (
	"cmp"
	"time"

	"plumbline/steps/internal/session"
)

func (c Config) answerTime() time.Duration { return cmp.Or(c.AnswerTime, session.AnswerTime) }
