package oauth

import (
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// path begins the paths of the service's own resources.
const path = "/OS-OAUTH1"

var consumers = tellingOnce(record.Declare(record.Resource[state.OAuthConsumer]{
	Noun: "consumer", Plural: "consumers", Path: path + "/consumers", Table: state.OAuthConsumers,
	Extra: func(c *state.OAuthConsumer) *state.Extra { return &c.Extra },
	Made: func(x *pipeline.Exchange, before, c *state.OAuthConsumer) *pipeline.Fault {
		delete(c.Extra, "secret")
		if before == nil {
			c.Secret = x.Env.IDs.Hex()
		}
		return nil
	},
	With: func(x *pipeline.Exchange, c *state.OAuthConsumer) {
		for t := range state.OAuthRequests.All(x.Txn) {
			if t.ConsumerID == c.ID {
				state.OAuthRequests.Delete(x.Txn, t.ID)
			}
		}
		for t := range state.OAuthTokens.All(x.Txn) {
			if t.ConsumerID == c.ID {
				withdraw(x, t)
			}
		}
	},
}))

// newConsumer is a consumer with the secret that its creation alone tells.
type newConsumer struct {
	state.OAuthConsumer
	Secret string `key:"secret"`
}

func tellingOnce(c *record.Collection[state.OAuthConsumer]) *record.Collection[state.OAuthConsumer] {
	c.Created = func(x *pipeline.Exchange, c *state.OAuthConsumer) any {
		shown := &newConsumer{OAuthConsumer: *c, Secret: c.Secret}
		shown.Links.Self = x.Base + path + "/consumers/" + c.ID
		return shown
	}
	return c
}
