// Package kinds are the resource types: what each does, and in data/*.yaml which properties and attributes it has.
package kinds
