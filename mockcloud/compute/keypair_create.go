package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// newKeyPair is what the steps of keypairs.create pass on.
type newKeyPair struct {
	pair    state.KeyPair
	private string
	// verb is import, or create for a generated pair.
	verb string
}

func (c *compute) keyPairQuota(x *pipeline.Exchange) *pipeline.Fault {
	n := 0
	for range state.KeyPairs.Each(x.Txn, "user", keyPairUser(x)) {
		n++
	}
	if c.Quotas.KeyPairs >= 0 && n >= c.Quotas.KeyPairs {
		return pipeline.Forbidden("Quota exceeded, too many key pairs.")
	}
	return nil
}

func (c *compute) generateKeyPair(x *pipeline.Exchange) *pipeline.Fault {
	body, w := x.Inner("keypair"), pipeline.Work[newKeyPair](x)
	w.pair = state.KeyPair{UserID: keyPairUser(x), Type: "ssh", Created: x.Now()}
	setText(body, "name", &w.pair.Name)
	setText(body, "type", &w.pair.Type)
	if given, ok := body["public_key"].(string); ok {
		w.pair.PublicKey, w.verb = given, "import"
		return nil
	}
	w.verb = "create"
	made, err := c.Keys.Generate(w.pair.Type, w.pair.UserID, w.pair.Created)
	if err != nil {
		return pipeline.Refuse(500, "Unexpected API Error: %v", err)
	}
	w.pair.PublicKey, w.private = made.Public, made.Private
	return nil
}

func fingerprintKeyPair(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[newKeyPair](x)
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

func keyPairNameIsFree(x *pipeline.Exchange) *pipeline.Fault {
	p := pipeline.Work[newKeyPair](x).pair
	if state.KeyPairs.Get(x.Txn, state.KeyPairID(p.UserID, p.Name)) != nil {
		return pipeline.Conflict("Key pair '%s' already exists.", p.Name)
	}
	return nil
}

func keepKeyPair(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[newKeyPair](x)
	w.pair.Serial = x.Txn.Next("keypairs")
	kept := w.pair
	state.KeyPairs.Insert(x.Txn, &kept)
	x.Notify(notification.API(), "keypair."+w.verb+".end", notification.Info, notification.KeyPair(&kept))
	return nil
}

// answerKeyPair answers 200, from 2.2 on 201; the private half is told once, when it was generated.
func answerKeyPair(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := pipeline.Work[newKeyPair](x)
	v := keyPairView(&w.pair)
	if w.private != "" {
		v["private_key"] = w.private
	}
	if x.Version.Less(keyPairStatuses) {
		return pipeline.Answer(200, "keypair", v), nil
	}
	return pipeline.Answer(201, "keypair", v), nil
}
