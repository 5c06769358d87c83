package mutants

// requestRequirements are the requirements that notice when the schema of a rebuild is broken: the specification's parameter has its
// own; RKP-26 says that the others are accepted together with the key, and RKP-N01 that values which the schema does not allow are
// refused.
func requestRequirements(property string, l loosened) []string {
	switch {
	case property == "reimage_boot_volume":
		return []string{"BFV-03", "BFV-05"}
	case property == "key_name" && l.name == "early":
		return []string{"RKP-06"}
	case property == "key_name" && (l.name == "late" || l.name == "removed"):
		return []string{"RKP-01"}
	case l.name == "early" || l.name == "late" || l.name == "outlives":
		return []string{"RKP-26", "RKP-N01"}
	case property == "key_name":
		return []string{"RKP-15", "RKP-16"}
	case property == "imageRef", l.name == "imageRef.required-dropped":
		return []string{"RKP-13", "RKP-N01", "RKP-26"}
	case property == "rebuild":
		return []string{"RKP-14", "RKP-N01"}
	case l.accepts:
		return []string{"RKP-N01"}
	}
	return []string{"RKP-26"}
}

// stepRequirements are the requirements of steps that do not name any themselves.
var stepRequirements = map[string][]string{
	"servers.rebuilt/driver can keep what is to be kept": {"RKP-26"},
	"keypairs.create/quota of key pairs":                 {"MVN-17"},
	"keypairs.create/generate what is not given":         {"MVN-15"},
	"keypairs.create/public key is one":                  {"MVN-15", "MVN-17"},
	"keypairs.create/name is free":                       {"MVN-17"},
	"keypairs.create/keep the key pair":                  {"MVN-15"},
	"keypairs.delete/delete the key pair":                {"RKP-23", "MVN-17"},
}
