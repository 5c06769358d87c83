// Package qos holds the specs of quality of service, and which volume types have them.
package qos
