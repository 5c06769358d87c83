// Package phrases is what sentences of every resource share: who acts, what a request has in its body, and how
// what is shown is compared.
package phrases
