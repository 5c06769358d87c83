// Package notification makes the versioned notifications of Nova: the object envelope (nova_object.name, namespace, version, data)
// with the present data of a server or key pair. It only makes payloads; the services decide who sends them, when, and in which
// transaction.
package notification

// Priorities of notifications.
const (
	Info  = "INFO"
	Error = "ERROR"
)

// Controller is the host of publishers without a host of their own.
const Controller = "controller"

// API, Compute and Conductor are the names of publishers.
func API() string                  { return "nova-api:" + Controller }
func Compute(host string) string   { return "nova-compute:" + host }
func Conductor(host string) string { return "nova-conductor:" + host }

// Object is a versioned object: data in its envelope.
type Object struct {
	Data      any    `json:"nova_object.data"`
	Name      string `json:"nova_object.name"`
	Namespace string `json:"nova_object.namespace"`
	Version   string `json:"nova_object.version"`
}

func object(name, version string, data any) Object {
	return Object{Data: data, Name: name, Namespace: "nova", Version: version}
}
