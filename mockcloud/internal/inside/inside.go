// Package inside gives the mock's own tests and tools access to what the public API does not offer: the store, the whole journal.
package inside

import "plumbline/mockcloud/internal/control"

// Control is the internal control of a *mockcloud.Cloud, or of a type that embeds one.
func Control(cloud any) *control.Control { return find(cloud) }

var find func(cloud any) *control.Control

// Door is called by package mockcloud, which imports this package, to register the function behind Control.
func Door(of func(cloud any) *control.Control) { find = of }
