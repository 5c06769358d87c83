// Package cloudcontrol gives the mock's own tests and tools access to what the public API does not offer: the store, the whole journal.
package cloudcontrol

import "plumbline/internal/mockcloud/control"

// Of is the internal control of a *mockcloud.Cloud, or of a type that embeds one.
func Of(cloud any) *control.Control { return find(cloud) }

var find func(cloud any) *control.Control

// Register is called by package mockcloud, which imports this package, to register the function behind Of.
func Register(of func(cloud any) *control.Control) { find = of }
