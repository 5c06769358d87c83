// Package sentences turns the sentences of the feature files into requests and observations, by noun.
// A definition parses, calls one World method or one function of its noun, and returns the error.
package sentences

import "plumbline/steps/world"

// actor matches the name of an actor in a sentence.
const actor = `(\w[\w-]*)`

// Register makes every sentence known to the runner, acting on the world of one case.
func Register(s world.Steps, w *world.World) {
	for _, noun := range []func(world.Steps, *world.World){
		keypairs, servers, states, rebuilds, shown, images, networks, stacks, stackSentences, volumes, volumesShown, volumeFailures, flows, contents, events, traits, shares,
		requests, answers, headers, discovery, guests, notifications, commands, fields, shelvedServers, unshelves, unshelveClients,
		hypervisors, creations,
	} {
		noun(s, w)
	}
}
