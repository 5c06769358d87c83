package certify

import (
	"fmt"

	"plumbline/steps"
)

// trustEnv is the environment with the certificate options of the command line, which take precedence.
func (f *TargetFlags) trustEnv() map[string]string {
	if !f.Insecure {
		return f.Streams.Env
	}
	env := map[string]string{"OS_INSECURE": "true"}
	for name, value := range f.Streams.Env {
		if name != "OS_INSECURE" {
			env[name] = value
		}
	}
	return env
}

// warnInsecure warns, before any request is sent, that the run cannot prove which cloud answers.
func (f *TargetFlags) warnInsecure(c steps.Target) {
	if c.Insecure() {
		fmt.Fprintf(f.Streams.Err, "plumbline: WARNING: INSECURE: the certificates of %s are not verified, so that whoever "+
			"answers may be anybody and learns the passwords; the report says so\n", c.Name)
	}
}
