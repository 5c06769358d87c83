package main

import (
	"fmt"

	"plumbline/steps/target"
)

// trustEnv is the environment with what the command line says about certificates, which wins.
func (f *targetFlags) trustEnv() map[string]string {
	if !f.insecure {
		return f.streams.Env
	}
	env := map[string]string{"OS_INSECURE": "true"}
	for name, value := range f.streams.Env {
		if name != "OS_INSECURE" {
			env[name] = value
		}
	}
	return env
}

// warnInsecure says loudly, before anything is sent, that a run proves nothing about who answers.
func (f *targetFlags) warnInsecure(c target.Config) {
	if c.Insecure() {
		fmt.Fprintf(f.streams.Err, "plumbline: WARNING: INSECURE: the certificates of %s are not verified, so that whoever answers may be anybody and learns the passwords; the report says so\n", c.Name)
	}
}
