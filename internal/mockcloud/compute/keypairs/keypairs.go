package keypairs

import (
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// keyPairStatuses is the microversion from which key pairs are answered with other status codes: 2.2.
var keyPairStatuses = openapi.MustVersion("2.2")

// Operations holds the operations on key pairs. The quota limits the key pairs of each user (-1: no limit); keys generates those that are
// requested without a public key.
func Operations(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups:    map[string]pipeline.Lookup{"keypair_name": owner},
		Operations: operations(q),
	}
}

func operations(q quota.Limits) map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"keypairs.list": {Policy: demandKeyPairs, Answer: listKeyPairs},
		"keypairs.show": {Answer: showKeyPair},
		"keypairs.create": pipeline.OperationOf[newKeyPair]{Policy: demandNewKeyPair, Answer: answerKeyPair, Steps: []pipeline.StepOf[newKeyPair]{
			{Name: "quota of key pairs", Run: keyPairQuota(q)},
			{Name: "generate what is not given", Run: generate},
			{Name: "public key is one", Run: fingerprintKeyPair},
			{Name: "name is free", Run: keyPairNameIsFree},
			{Name: "keep the key pair", Run: keepKeyPair},
		}}.Operation(),
		"keypairs.delete": {Steps: []pipeline.Step{{Name: "delete the key pair", Run: deleteKeyPair}}, Answer: answerKeyPairDeleted},
	}
}

// keyPairUser answers the user whose key pairs a request is about: the caller, or the one in user_id (2.10).
func keyPairUser(x *pipeline.Exchange) string {
	if id := x.Query.Get("user_id"); id != "" {
		return id
	}
	return x.Caller.UserID
}

// owner makes the key pair's user the target of policy checks; the operation itself looks the key pair up.
func owner(x *pipeline.Exchange, _ string) *pipeline.Fault {
	x.Target = policy.Target{UserID: keyPairUser(x), ProjectID: x.Caller.ProjectID}
	return nil
}

func demandKeyPairs(x *pipeline.Exchange) *pipeline.Fault {
	_ = owner(x, "")
	return x.Demand(x.Operation.Policy)
}

func listKeyPairs(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var all []*state.KeyPair
	for k := range state.KeyPairs.ByKey(x.Txn, "user", keyPairUser(x)) {
		all = append(all, k)
	}
	return keyPairList.Answer(x, "/os-keypairs", all, func(k *state.KeyPair) any { return &listedKeyPair{viewOf(k)} })
}

var keyPairList = record.PagedList[state.KeyPair]{
	Key: "keypairs", Links: "keypairs_links",
	ID: func(k *state.KeyPair) string { return k.Name }, Unknown: "Marker %s could not be found.",
}

// listedKeyPair is a key pair in a list.
type listedKeyPair struct {
	KeyPair keyPairView `json:"keypair"`
}

// keyPairView has the fields of all answers about key pairs; the private key is only in the answer that creates the pair.
type keyPairView struct {
	Name        string  `json:"name"`
	PublicKey   string  `json:"public_key"`
	PrivateKey  string  `json:"private_key,omitzero"`
	Fingerprint string  `json:"fingerprint"`
	Type        string  `json:"type"`
	UserID      string  `json:"user_id"`
	ID          int64   `json:"id"`
	Created     string  `json:"created_at"`
	Updated     *string `json:"updated_at"`
	Deleted     bool    `json:"deleted"`
	DeletedAt   *string `json:"deleted_at"`
}

func viewOf(k *state.KeyPair) keyPairView {
	return keyPairView{
		Name: k.Name, PublicKey: k.PublicKey, Fingerprint: k.Fingerprint, Type: k.Type, UserID: k.UserID, ID: k.Serial,
		Created: record.FormatMicroseconds(k.Created),
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
	return pipeline.Answer(200, "keypair", viewOf(k)), nil
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
