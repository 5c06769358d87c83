// Package ports is the network ports of servers: made with them, shown, and taken away.
package ports
