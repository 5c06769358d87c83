// Package kinds holds the resource types: the behaviour of each in Go, its properties and attributes in data/*.yaml.
package kinds
