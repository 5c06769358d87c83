// Package checkclient judges a client program by what it asks of a mock: check-client.
package checkclient
