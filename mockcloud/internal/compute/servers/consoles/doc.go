// Package consoles is the remote consoles of servers: addresses with a token that opens them for a while, and what a
// console's proxy asks about the token. The cloud has VNC, as an installation has that chose nothing.
package consoles
