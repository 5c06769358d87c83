// Package sentences turns the sentences of the feature files into requests and observations, by noun. A definition parses,
// calls one World method or one function of its noun, and returns the error.
package sentences

import (
	"plumbline/internal/steps/sentences/internal/hypervisors"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/sentences/internal/programs"
	"plumbline/internal/steps/sentences/internal/stacks"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

// Register registers every sentence with the runner, acting on the world of one case.
func Register(s world.Steps, w *world.World) {
	for _, noun := range []func(world.Steps, *world.World){
		keypairs, servers, states, rebuilds, phrases.Shown, phrases.Images, networks, stacks.Stacks, stacks.Sentences,
		volumes.Volumes, volumes.VolumesShown, volumes.Failures, volumes.Reservations, volumes.Flows, volumes.Contents, volumes.Events,
		traits, shares,
		requests, answers, headers, discovery, guests, notifications, programs.Commands, fields, shelvedServers, unshelves,
		programs.UnshelveClients,
		hypervisors.Hypervisors, creations, rooms, lists,
	} {
		noun(s, w)
	}
}
