// Package inside lets tests and tools of the mock reach what its front door does not show: the store, the whole journal.
package inside

import "plumbline/mockcloud/internal/control"

// Control is the control of a *mockcloud.Cloud, or of what embeds one.
func Control(cloud any) *control.Control { return find(cloud) }

var find func(cloud any) *control.Control

// Door is how package mockcloud, which imports this one, tells the way in.
func Door(of func(cloud any) *control.Control) { find = of }
