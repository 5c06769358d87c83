package keypairs

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// createRequest is the object under "keypair".
type createRequest struct {
	Name      string           `json:"name"`
	Type      body.Opt[string] `json:"type"`
	PublicKey body.Opt[string] `json:"public_key"`
	UserID    body.Opt[string] `json:"user_id"`
}

// newKeyPair holds the values that the steps of keypairs.create share.
type newKeyPair struct {
	Request createRequest `body:"keypair"`
	pair    state.KeyPair
	private string
	// verb is import, or create for a generated pair.
	verb string
}

// user is the owner of the new key pair.
func (w *newKeyPair) user(x *pipeline.Exchange) string {
	if id, _ := w.Request.UserID.Get(); id != "" {
		return id
	}
	return keyPairUser(x)
}

func demandNewKeyPair(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
	x.Target = policy.Target{UserID: w.user(x), ProjectID: x.Caller.ProjectID}
	return x.Demand(x.Operation.Policy)
}

// keyPairQuota refuses more key pairs than a user may have; -1 is no limit.
func keyPairQuota(q quota.Limits) func(*pipeline.Exchange, *newKeyPair) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
		most, n := q.For(x, x.Caller.ProjectID).KeyPairs, 0
		for range state.KeyPairs.ByKey(x.Txn, "user", w.user(x)) {
			n++
		}
		if most >= 0 && n >= most {
			return pipeline.Forbidden("Quota exceeded, too many key pairs.")
		}
		return nil
	}
}

// generate uses the given public key, or generates a key pair.
func generate(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
	r := &w.Request
	w.pair = state.KeyPair{UserID: w.user(x), Name: r.Name, Type: r.Type.Or("ssh"), Created: x.Now()}
	if given, ok := r.PublicKey.Get(); ok {
		w.pair.PublicKey, w.verb = given, "import"
		return nil
	}
	w.verb = "create"
	made, err := SeededKeys{x.Env.IDs}.Generate(w.pair.Type, w.pair.UserID, w.pair.Created)
	if err != nil {
		return pipeline.Refuse(500, "Unexpected API Error: %v", err)
	}
	w.pair.PublicKey, w.private = made.Public, made.Private
	return nil
}

func fingerprintKeyPair(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
	x.Notify(notification.API(), "keypair."+w.verb+".start", notification.Info, notification.KeyPair(&w.pair))
	var ok bool
	if w.pair.Type == "x509" {
		if w.pair.Fingerprint, ok = CertificateFingerprint(w.pair.PublicKey); !ok {
			return pipeline.BadRequest("Keypair data is invalid: failed to generate X509 fingerprint. Error message: " +
				"Unable to load PEM file. See https://cryptography.io/en/latest/faq/#why-can-t-i-import-my-pem-file for more details. MalformedFraming")
		}
		return nil
	}
	if w.pair.Fingerprint, ok = Fingerprint(w.pair.PublicKey); !ok {
		return pipeline.BadRequest("Keypair data is invalid: failed to generate fingerprint")
	}
	return nil
}

func keyPairNameIsFree(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
	p := &w.pair
	if state.KeyPairs.Get(x.Txn, state.KeyPairID(p.UserID, p.Name)) != nil {
		return pipeline.Conflict("Key pair '%s' already exists.", p.Name)
	}
	return nil
}

func keepKeyPair(x *pipeline.Exchange, w *newKeyPair) *pipeline.Fault {
	w.pair.Serial = x.Txn.Next("keypairs")
	kept := w.pair
	state.KeyPairs.Insert(x.Txn, &kept)
	x.Notify(notification.API(), "keypair."+w.verb+".end", notification.Info, notification.KeyPair(&kept))
	return nil
}

// answerKeyPair answers 200, from 2.2 on 201; only this answer contains the private key, when it was generated.
func answerKeyPair(x *pipeline.Exchange, w *newKeyPair) (*pipeline.Response, *pipeline.Fault) {
	v := viewOf(&w.pair)
	v.PrivateKey = w.private
	if x.Version.Less(keyPairStatuses) {
		return pipeline.Answer(200, "keypair", v), nil
	}
	return pipeline.Answer(201, "keypair", v), nil
}
