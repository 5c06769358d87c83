package record

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
)

// passwordLength is how long generated passwords are.
const passwordLength = 12

// Password is the given one, or one that is made.
func Password(x *pipeline.Exchange, given body.Opt[string]) string {
	if password, ok := given.Get(); ok {
		return password
	}
	return x.Env.IDs.Secret(passwordLength)
}
