package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// Key pairs answer other statuses since 2.2.
var keyPairStatuses = openapi.MustVersion("2.2")

func (c *compute) keyPairOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"keypairs.list": {Policy: demandKeyPairs, Answer: listKeyPairs},
		"keypairs.show": {Answer: showKeyPair},
		"keypairs.create": {Policy: demandKeyPairs, Answer: answerKeyPair, Steps: []pipeline.Step{
			{Name: "quota of key pairs", Run: c.keyPairQuota},
			{Name: "generate what is not given", Run: c.generateKeyPair},
			{Name: "public key is one", Run: fingerprintKeyPair},
			{Name: "name is free", Run: keyPairNameIsFree},
			{Name: "keep the key pair", Run: keepKeyPair},
		}},
		"keypairs.delete": {Steps: []pipeline.Step{{Name: "delete the key pair", Run: deleteKeyPair}}, Answer: answerKeyPairDeleted},
	}
}

// keyPairUser is whose key pairs a request is about: another user's where user_id says so (2.10).
func keyPairUser(x *pipeline.Exchange) string {
	if id, ok := x.Inner("keypair")["user_id"].(string); ok {
		return id
	}
	if id := x.Query.Get("user_id"); id != "" {
		return id
	}
	return x.Caller.UserID
}

// ownerOfKeyPairs has policy asked about the user whose key pair it is; the operation itself looks it up.
func ownerOfKeyPairs(x *pipeline.Exchange, _ string) *pipeline.Fault {
	x.Target = policy.Target{UserID: keyPairUser(x), ProjectID: x.Caller.ProjectID}
	return nil
}

func demandKeyPairs(x *pipeline.Exchange) *pipeline.Fault {
	_ = ownerOfKeyPairs(x, "")
	return x.Demand(x.Operation.Policy)
}

func listKeyPairs(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var all []*state.KeyPair
	for k := range state.KeyPairs.Each(x.Txn, "user", keyPairUser(x)) {
		all = append(all, k)
	}
	page, more, fault := pageOf(x, all, func(k *state.KeyPair) string { return k.Name }, "Marker %s could not be found.")
	if fault != nil {
		return nil, fault
	}
	list := &pipeline.List{Key: "keypairs"}
	for _, k := range page {
		list.Items = append(list.Items, pipeline.Item{Record: k, Render: func() any {
			return map[string]any{"keypair": keyPairView(k)}
		}})
	}
	out := &pipeline.Response{Status: 200, List: list}
	if more != "" {
		out.Value = map[string]any{"keypairs_links": next(x, "/os-keypairs", more)}
	}
	return out, nil
}

// keyPairView has the fields of all answers about key pairs.
func keyPairView(k *state.KeyPair) map[string]any {
	return map[string]any{
		"name": k.Name, "public_key": k.PublicKey, "fingerprint": k.Fingerprint, "type": k.Type, "user_id": k.UserID,
		"id": k.Serial, "created_at": micro(k.Created), "updated_at": nil, "deleted": false, "deleted_at": nil,
	}
}

func keyPairOf(x *pipeline.Exchange) (*state.KeyPair, *pipeline.Fault) {
	name, user := x.Params.Get("keypair_name"), keyPairUser(x)
	k := state.KeyPairs.Get(x.Txn, state.KeyPairID(user, name))
	if k == nil {
		return nil, pipeline.NotFound("Keypair %s not found for user %s", name, user)
	}
	return k, nil
}

func showKeyPair(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	k, fault := keyPairOf(x)
	if fault != nil {
		return nil, fault
	}
	return pipeline.Answer(200, "keypair", keyPairView(k)), nil
}

func deleteKeyPair(x *pipeline.Exchange) *pipeline.Fault {
	k, fault := keyPairOf(x)
	if fault != nil {
		return fault
	}
	x.Notify(notification.API(), "keypair.delete.start", notification.Info, notification.KeyPair(k))
	state.KeyPairs.Delete(x.Txn, state.KeyPairID(k.UserID, k.Name))
	x.Notify(notification.API(), "keypair.delete.end", notification.Info, notification.KeyPair(k))
	return nil
}

func answerKeyPairDeleted(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Version.Less(keyPairStatuses) {
		return pipeline.Status(202), nil
	}
	return pipeline.Status(204), nil
}
