// Package oldattach holds the actions with which compute attached volumes before 3.27. Stock clients still use them.
package oldattach
