package sentences

import (
	"regexp"
	"strings"

	"plumbline/steps/world"
)

// stackSentences registers what can be asked of stacks, and what is seen of them then.
func stackSentences(s world.Steps, w *world.World) {
	stackGiven(s, w)
	stackWhen(s, w)
	stackThen(s, w)
}

var stackPartWords = regexp.MustCompile(`,? and |, `)

func stackParts(words string) []string { return stackPartWords.Split(words, -1) }

func stackGiven(s world.Steps, w *world.World) {
	s.Given(`^a stack that holds (.+)$`, func(words string) error {
		_, err := makeStack(w, stackParts(words)...)
		return err
	})
	s.Given(`^a stack in the state (\w+)$`, func(state string) error { return stackIn(w, state, "a value") })
	s.Given(`^a stack in the state (\w+) that holds (.+)$`, func(state, words string) error { return stackIn(w, state, stackParts(words)...) })
	s.Given(`^a stack for (\w+) in the state (\w+)$`, func(action, state string) error { return preparedStack(w, action, state) })
	s.Given(`^a stack that is being updated$`, func() error { return stackBeingUpdated(w) })
	s.Given(`^the stack has come to (\w+)$`, func(state string) error {
		action, status, _ := strings.Cut(state, "_")
		return bringStack(w, w.Noun("stack", ""), action, status)
	})
	s.Given(`^the member has just asked the stack to (\w+)$`, func(action string) error { return justAsked(w, action) })
	s.Given(`^the member has locked the stack at level (\w+)$`, func(level string) error { return lockAt(w, w.Noun("stack", ""), level) })
	s.Given(`^the member has locked the nested stack at level (\w+)$`, func(level string) error { return lockNested(w, level) })
	s.Given(`^the member has signalled the stack to grow$`, func() error {
		r, err := stackRequest(w, "member", w.Noun("stack", ""), "signal")
		if err == nil {
			_, err = w.Setup(r, 200)
		}
		return err
	})
	s.Given(`^the member has (locked|rebooted) the server of the stack$`, func(what string) error { return actOnServer(w, what) })
	s.Given(`^the member has protected the image of the stack$`, func() error { return protectImage(w) })
	s.Given(`^locking the stack has failed at its server$`, func() error { return lockFailing(w) })
}

func stackWhen(s world.Steps, w *world.World) {
	s.When(`^the `+actor+` asks the stack to (\w+)$`, func(who, action string) error { return asksStack(w, who, w.Noun("stack", ""), action) })
	s.When(`^the `+actor+` asks the nested stack to (\w+)$`, func(who, action string) error {
		nested, err := nestedStack(w)
		if err != nil {
			return err
		}
		return asksStack(w, who, nested, action)
	})
	s.When(`^the `+actor+` sends (the stack|an unknown stack|the stack by another name|the stack by another id|the stack in the member's project) the action (.+)$`,
		func(who, which, body string) error { return sendsStackAction(w, who, which, body) })
	s.When(`^the `+actor+` locks the stack at level (\w+)$`, func(who, level string) error {
		return aboutStack(w, lockRequest(w.Noun("stack", ""), who, level))
	})
	s.When(`^the `+actor+` reads the (\w+) of the stack$`, func(who, what string) error {
		r, err := stackReading(w.Noun("stack", ""), what)
		if err != nil {
			return err
		}
		r.Actor = who
		return aboutStack(w, r)
	})
	s.When(`^the `+actor+` sends the server of the stack (os-stop|os-start|reboot)$`, func(who, action string) error { return serverOfStack(w, who, action) })
	s.When(`^the `+actor+` deletes the image of the stack$`, func(who string) error { return deleteImage(w, who) })
	s.When(`^the `+actor+` renames the network of the stack$`, func(who string) error { return renameNetwork(w, who) })
	s.When(`^the `+actor+` calls the webhook of the policy$`, func(who string) error { return callWebhook(w, who) })
}

func stackThen(s world.Steps, w *world.World) {
	s.Then(`^Heat refuses it$`, func() error { return heatFault(w, "any", "") })
	s.Then(`^Heat refuses it as (\w+) saying "(.*)"$`, func(kind, message string) error { return heatFault(w, kind, fill(w, message)) })
	s.Then(`^the answer is null$`, func() error { return answersNull(w) })
	s.Then(`^the stack becomes (\w+)$`, func(state string) error { return awaitStack(w, w.Noun("stack", ""), state) })
	s.Then(`^the stack is gone$`, func() error { return awaitStack(w, w.Noun("stack", ""), "DELETE_COMPLETE") })
	s.Then(`^the stack stays as it was$`, func() error { return stackSame(w) })
	s.Then(`^the stack has an unhealthy resource$`, func() error { return unhealthy(w) })
	s.Then(`^the stack keeps its resources$`, func() error { return sameResources(w) })
	s.Then(`^every resource of the stack is (\w+)$`, func(state string) error { return resourcesAre(w, w.Noun("stack", ""), state) })
	s.Then(`^the nested stack becomes (\w+)$`, func(state string) error {
		nested, err := nestedStack(w)
		if err != nil {
			return err
		}
		return awaitStack(w, nested, state)
	})
	s.Then(`^the nested stack has (\d+) members$`, func(n int) error { return nestedMembers(w, n) })
	s.Then(`^the server of the stack is (locked|not locked)$`, func(is string) error { return serverLocked(w, is == "locked") })
	s.Then(`^the server of the stack becomes (\w+)$`, func(status string) error { return serverOfStackBecomes(w, status) })
	s.Then(`^the image of the stack is (protected|not protected)$`, func(is string) error { return imageProtected(w, is == "protected") })
	s.Then(`^the stack has a group of (\d+)$`, func(n int) error { return groupSize(w, n, false) })
	s.Then(`^the stack keeps its group of (\d+)$`, func(n int) error { return groupSize(w, n, true) })
	s.Then(`^the events of the stack say (.+)$`, func(states string) error { return eventsSay(w, "", strings.Split(states, ", ")) })
	s.Then(`^the events of the resource (\w+) say (.+)$`, func(name, states string) error { return eventsSay(w, name, strings.Split(states, ", ")) })
	s.Then(`^an event tells of the signal$`, func() error { return signalRecorded(w) })
}
