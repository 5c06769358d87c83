// Package mock has the command mock, which serves the mock cloud.
package mock
