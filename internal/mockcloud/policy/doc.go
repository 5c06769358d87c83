// Package policy decides who may do what: rules by name, each an expression over the caller's roles and scope and over the target's
// owner. The rules are data: rules/<service>.yaml.
package policy
