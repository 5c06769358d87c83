// Package checkclient has the command check-client, which judges a client program by its requests to a mock.
package checkclient
