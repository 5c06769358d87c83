package record

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// passwordLength is the length of generated passwords (characters).
const passwordLength = 12

// Password is the given password, or a generated one.
func Password(x *pipeline.Exchange, given body.Opt[string]) string {
	if password, ok := given.Get(); ok {
		return password
	}
	return x.Env.IDs.Secret(passwordLength)
}
