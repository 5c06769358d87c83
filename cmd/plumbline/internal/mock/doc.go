// Package mock serves the mock cloud: mock.
package mock
