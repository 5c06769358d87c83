// Package ports handles the network ports of servers: it creates, shows and deletes them.
package ports
