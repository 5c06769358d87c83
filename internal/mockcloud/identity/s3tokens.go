package identity

import (
	"cmp"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/credentials"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// s3Request is a request of object storage: who signed a request of its own. The older key is as good as the newer one.
type s3Request struct {
	Credentials *s3Credentials `json:"credentials"`
	Older       *s3Credentials `json:"ec2Credentials"`
}

type s3Credentials struct {
	Access    string `json:"access"`
	Text      string `json:"token"`
	Signature string `json:"signature"`
}

// s3Login holds the values that the steps of s3-tokens.create share.
type s3Login struct {
	Request s3Request `body:""`
	token   *state.Token
}

var s3Operations = map[string]pipeline.Operation{
	"s3-tokens.create": pipeline.OperationOf[s3Login]{
		Steps: []pipeline.StepOf[s3Login]{{Name: "who signed it", Run: whoSigned}},
		Answer: func(x *pipeline.Exchange, w *s3Login) (*pipeline.Response, *pipeline.Fault) {
			return describe(x, 200, w.token), nil
		},
	}.Operation(),
}

// whoSigned finds the user whose credential signed the text, in the credential's project.
func whoSigned(x *pipeline.Exchange, w *s3Login) *pipeline.Fault {
	given := w.Request.Credentials
	if given == nil {
		given = w.Request.Older
	}
	switch {
	case given == nil:
		return pipeline.BadRequest("request must include a request body")
	case given.Access == "":
		return record.Unauthorised(x)
	}
	c, signed, f := credentials.SignedEC2(x, given.Access, given.Text, given.Signature)
	if f != nil {
		return f
	}
	w.token, f = tokenFor(x, c, signed)
	return f
}

// tokenFor makes a token for the user of a credential in the credential's project, if a request is signed with it.
func tokenFor(x *pipeline.Exchange, c *state.Credential, signed bool) (*state.Token, *pipeline.Fault) {
	user := state.Users.Get(x.Txn, c.UserID)
	if !signed || user == nil || !user.Enabled || c.ProjectID == nil {
		return nil, record.Unauthorised(x)
	}
	project := state.Projects.Get(x.Txn, *c.ProjectID)
	if project == nil {
		return nil, record.Unauthorised(x)
	}
	in := scope{project: project}
	roles := held.Roles(x.Txn, user.ID, in.of())
	if len(roles) == 0 {
		return nil, record.Unauthorised(x)
	}
	proven := &login{user: user}
	proven.Request.Identity.Methods = []string{"ec2credential"}
	return newToken(x, proven, in), nil
}

// ec2Request says who signed a request to the older API of compute; any of the keys will do.
type ec2Request struct {
	Credentials *credentials.SignedRequest `json:"credentials"`
	Credential  *credentials.SignedRequest `json:"credential"`
	Older       *credentials.SignedRequest `json:"ec2Credentials"`
}

// ec2Login holds the values that the steps of ec2-tokens.create share.
type ec2Login struct {
	Request ec2Request `body:""`
	token   *state.Token
}

var ec2Operations = map[string]pipeline.Operation{
	"ec2-tokens.create": pipeline.OperationOf[ec2Login]{
		Steps: []pipeline.StepOf[ec2Login]{{Name: "who signed it", Run: whoRequested}},
		Answer: func(x *pipeline.Exchange, w *ec2Login) (*pipeline.Response, *pipeline.Fault) {
			return describe(x, 200, w.token), nil
		},
	}.Operation(),
}

// whoRequested finds the user whose credential signed the request, and refuses one that is too old.
func whoRequested(x *pipeline.Exchange, w *ec2Login) *pipeline.Fault {
	r := w.Request
	given := cmp.Or(r.Credentials, r.Credential, r.Older)
	if given == nil && len(body.As[state.Extra](x.Body)) == 0 {
		return pipeline.BadRequest("request must include a request body")
	}
	if given == nil || given.Access == "" {
		return record.Unauthorised(x)
	}
	c, signed, f := credentials.Requested(x, given)
	if f != nil {
		return f
	}
	w.token, f = tokenFor(x, c, signed)
	return f
}
