// Package oauth has what the identity service knows of programs that act in the name of users (OAuth 1.0a, RFC 5849): consumers, the
// tokens that they ask for, the user's consent, and the access tokens with which they log in.
package oauth
