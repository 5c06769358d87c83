package redact

import "strings"

// secretKeys are the JSON keys whose value is a secret, compared without case, dashes and underscores.
// Values that are objects or arrays are descended into: Keystone's "password" is an object on its way in.
var secretKeys = map[string]bool{
	"password": true, "adminpass": true, "originalpassword": true, "newpassword": true, "passwd": true,
	"privatekey": true, "secret": true, "secretkey": true, "clientsecret": true, "passcode": true,
	"accesstoken": true, "refreshtoken": true, "authtoken": true, "signature": true, "oauthtokensecret": true,
	"encryptionkey": true, "transferkey": true, "authkey": true, "authpassword": true, "apikey": true,
	"randomseed": true,
}

// secretUnder are keys that are secret only inside the object that stands under the given key: the content
// of injected files, and the JSON text of an EC2 credential.
var secretUnder = map[string]string{"contents": "personality", "blob": "credential"}

// separators are what names are written with or without. Making a replacer costs more than using it.
var separators = strings.NewReplacer("-", "", "_", "")

func normal(name string) string { return strings.ToLower(separators.Replace(name)) }

func secretName(name string) bool { return secretKeys[normal(name)] }
