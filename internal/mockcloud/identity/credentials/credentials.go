package credentials

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // what S3 signs with
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// ec2 is the type of credentials for the EC2 API.
const ec2 = "ec2"

var credentials = record.Declare(record.Resource[state.Credential]{
	Noun: "credential", Plural: "credentials", Path: "/credentials", Table: state.Credentials, Filters: []string{"user_id", "type"},
	Extra: func(c *state.Credential) *state.Extra { return &c.Extra },
	Lists: func(x *pipeline.Exchange, c *state.Credential) bool {
		return x.AllowsFor("identity:get_credential", policy.Target{UserID: c.UserID})
	},
	Made: func(x *pipeline.Exchange, before, c *state.Credential) *pipeline.Fault {
		if before != nil || c.Type != ec2 {
			return nil
		}
		access, f := accessOf(c)
		if f == nil {
			c.ID = hashOf(access)
		}
		return f
	},
	Unique: func(x *pipeline.Exchange, c *state.Credential) *pipeline.Fault {
		if x.Operation.ID == "credentials.create" && state.Credentials.Get(x.Txn, c.ID) != nil {
			return record.Taken("credential", "Duplicate entry found with ID %s", c.ID)
		}
		return nil
	},
})

// hashOf is the id of the credential with an access key.
func hashOf(access string) string {
	sum := sha256.Sum256([]byte(access))
	return hex.EncodeToString(sum[:])
}

// blob is what a credential for EC2 has in its blob.
type blob struct {
	Access  *string `json:"access"`
	Secret  string  `json:"secret"`
	TrustID *string `json:"trust_id"`
}

// accessOf reads the access key in a credential's blob.
func accessOf(c *state.Credential) (string, *pipeline.Fault) {
	var found blob
	err := json.Unmarshal([]byte(c.Blob), &found)
	switch {
	case err != nil:
		return "", pipeline.BadRequest("Invalid blob in credential")
	case c.Blob == "{}":
		return "", record.Expecting("blob", "credential")
	case found.Access == nil:
		return "", record.Expecting("access", "credential")
	}
	return *found.Access, nil
}

// credentialOperationSet asks policy with the owner of the credential.
func credentialOperationSet() pipeline.OperationSet {
	set := credentials.Operations()
	for verb, rule := range map[string]string{"show": "get", "update": "update", "delete": "delete"} {
		operation := set.Operations["credentials."+verb]
		operation.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
			x.Target = policy.Target{}
			if c := state.Credentials.Get(x.Txn, x.Params.Get("credential_id")); c != nil {
				x.Target.UserID = c.UserID
			}
			return x.Demand("identity:" + rule + "_credential")
		}
		set.Operations["credentials."+verb] = operation
	}
	create := set.Operations["credentials.create"]
	create.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		asked := body.As[struct {
			Credential struct {
				UserID string `json:"user_id"`
			} `json:"credential"`
		}](x.Body)
		x.Target = policy.Target{UserID: asked.Credential.UserID}
		return x.Demand("identity:create_credential")
	}
	list := set.Operations["credentials.list"]
	list.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		x.Target = policy.Target{UserID: x.Caller.UserID}
		return x.Demand("identity:list_credentials")
	}
	set.Operations["credentials.create"], set.Operations["credentials.list"] = create, list
	return set
}

// ec2Operations are about credentials for EC2 in a form of their own.
var ec2Operations = map[string]pipeline.Operation{
	"ec2-credentials.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		u, f := record.User(x, x.Params.Get("user_id"))
		if f != nil {
			return nil, f
		}
		var items []any
		for c := range state.Credentials.ByKey(x.Txn, "user", u.ID) {
			if c.Type == ec2 {
				items = append(items, viewEC2(x, c))
			}
		}
		return record.Plain.AnswerList(x, "credentials", items), nil
	}},
	"ec2-credentials.create": pipeline.OperationOf[newEC2]{
		Steps: []pipeline.StepOf[newEC2]{{Name: "create the credential", Run: createEC2}},
		Answer: func(x *pipeline.Exchange, w *newEC2) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(201, "credential", viewEC2(x, w.made)), nil
		},
	}.Operation(),
	"ec2-credentials.show": {Policy: ec2Policy("get"), Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		c, f := findEC2(x)
		if f != nil {
			return nil, f
		}
		return pipeline.Answer(200, "credential", viewEC2(x, c)), nil
	}},
	"ec2-credentials.delete": {
		Policy: ec2Policy("delete"),
		Steps: []pipeline.Step{{Name: "delete the credential", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			c, f := findEC2(x)
			if f == nil {
				state.Credentials.Delete(x.Txn, c.ID)
			}
			return f
		}}},
		Answer: record.NoContent,
	},
}

// ec2Policy looks the credential up, then asks policy: an unknown one is 404 for anybody.
func ec2Policy(verb string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		c, f := findEC2(x)
		if f != nil {
			return f
		}
		if c.UserID != x.Params.Get("user_id") {
			x.Target = policy.Target{}
		}
		return x.Demand("identity:ec2_" + verb + "_credential")
	}
}

// newEC2 holds the values that the steps of ec2-credentials.create share.
type newEC2 struct {
	Request struct {
		ProjectID string `json:"tenant_id"`
	} `body:""`
	made *state.Credential
}

func createEC2(x *pipeline.Exchange, w *newEC2) *pipeline.Fault {
	u, f := record.User(x, x.Params.Get("user_id"))
	if f != nil {
		return f
	}
	p, f := record.Project(x, w.Request.ProjectID)
	if f != nil {
		return f
	}
	access := x.Env.IDs.Hex()
	text, err := json.Marshal(blob{&access, x.Env.IDs.Hex(), nil})
	if err != nil {
		panic("identity: " + err.Error())
	}
	w.made = &state.Credential{Entity: state.Entity{ID: hashOf(access)}, UserID: u.ID, ProjectID: &p.ID, Type: ec2, Blob: string(text)}
	state.Credentials.Insert(x.Txn, w.made)
	return nil
}

// SignedEC2 finds the credential with an access key. Signed tells whether a signature of a text (both in base64) was made with its secret.
func SignedEC2(x *pipeline.Exchange, access, text, signature string) (c *state.Credential, signed bool, f *pipeline.Fault) {
	id := hashOf(access)
	if c = state.Credentials.Get(x.Txn, id); c == nil || c.Type != ec2 {
		return nil, false, record.Missing("credential", id)
	}
	var found blob
	_ = json.Unmarshal([]byte(c.Blob), &found) // what is no such blob has no secret
	return c, found.Secret != "" && isSigned(text, signature, found.Secret), nil
}

// isSigned tells whether a signature of a text (in base64) was made with a secret. Object storage has two ways to sign: SHA-1 in base64,
// and a key that is derived from the secret for a day, a region and a service, which the text's third line names (AWS4-HMAC-SHA256).
func isSigned(text, signature, secret string) bool {
	plain, err := base64.URLEncoding.DecodeString(text)
	if err != nil {
		if plain, err = base64.StdEncoding.DecodeString(text); err != nil {
			return false
		}
	}
	if !bytes.HasPrefix(plain, []byte("AWS4")) {
		given, err := base64.StdEncoding.DecodeString(signature)
		return err == nil && hmac.Equal(given, sum(sha1.New, []byte(secret), plain))
	}
	lines := strings.Split(string(plain), "\n")
	if len(lines) != 4 || lines[0] != "AWS4-HMAC-SHA256" {
		return false
	}
	scope := strings.Split(lines[2], "/")
	if len(scope) != 4 || !slices.Contains(signedServices, scope[2]) || scope[3] != "aws4_request" {
		return false
	}
	key := []byte("AWS4" + secret)
	for _, part := range scope {
		key = sum(sha256.New, key, []byte(part))
	}
	return hmac.Equal([]byte(signature), []byte(hex.EncodeToString(sum(sha256.New, key, plain))))
}

// signedServices are those for which a derived key signs.
var signedServices = []string{"s3", "iam", "sts"}

func sum(of func() hash.Hash, key, text []byte) []byte {
	h := hmac.New(of, key)
	h.Write(text)
	return h.Sum(nil)
}

func findEC2(x *pipeline.Exchange) (*state.Credential, *pipeline.Fault) {
	id := hashOf(x.Params.Get("credential_id"))
	if c := state.Credentials.Get(x.Txn, id); c != nil && c.Type == ec2 {
		return c, nil
	}
	return nil, record.Missing("credential", id)
}

type ec2View struct {
	UserID    string       `json:"user_id"`
	ProjectID *string      `json:"tenant_id"`
	Access    *string      `json:"access"`
	Secret    string       `json:"secret"`
	TrustID   *string      `json:"trust_id"`
	Links     record.Links `json:"links"`
}

func viewEC2(x *pipeline.Exchange, c *state.Credential) *ec2View {
	var found blob
	_ = json.Unmarshal([]byte(c.Blob), &found) // what is no such blob has no keys
	v := &ec2View{UserID: c.UserID, ProjectID: c.ProjectID, Access: found.Access, Secret: found.Secret, TrustID: found.TrustID}
	if found.Access != nil {
		v.Links = record.SelfLinks(x, "/users/"+c.UserID+"/credentials/OS-EC2/"+*found.Access)
	}
	return v
}
