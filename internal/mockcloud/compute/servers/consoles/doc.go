// Package consoles holds the operations on remote consoles of servers: addresses with a token that is valid for a while, and the
// look-up of a token by the consoles' proxy. The cloud has VNC, the default of an installation.
package consoles
