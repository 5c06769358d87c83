// Package notification makes the versioned notifications that Nova sends: the object envelope
// (nova_object.name, namespace, version, data) and, in it, what a server or a key pair is at that moment.
// It is pure: who sends, when and in which transaction is the service's affair.
package notification

// Priorities of notifications.
const (
	Info  = "INFO"
	Error = "ERROR"
)

// Publishers without a host of their own run on this one.
const Controller = "controller"

// API, Compute, Conductor and Scheduler name who sends.
func API() string                  { return "nova-api:" + Controller }
func Scheduler() string            { return "nova-scheduler:" + Controller }
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
