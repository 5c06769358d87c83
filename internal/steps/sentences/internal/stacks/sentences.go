package stacks

import (
	"net/http"
	"regexp"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// Sentences registers the sentences about requests to stacks and their observations.
func Sentences(s world.Steps, w *world.World) {
	registerGiven(s, w)
	registerWhen(s, w)
	registerThen(s, w)
}

var partWords = regexp.MustCompile(`,? and |, `)

func parts(words string) []string { return partWords.Split(words, -1) }

func registerGiven(s world.Steps, w *world.World) {
	s.Given(`^a stack that holds (.+)$`, func(words string) error {
		_, err := makeStack(w, parts(words)...)
		return err
	})
	s.Given(`^another stack beside it that holds (.+)$`, func(words string) error { return makeBeside(w, parts(words)...) })
	s.Given(`^a stack that is rolled back when something fails and that holds (.+)$`,
		func(words string) error { return makeRolledBack(w, parts(words)...) })
	s.Given(`^a stack in the state (\w+)$`, func(state string) error { return makeInState(w, state, "a value") })
	s.Given(`^a stack in the state (\w+) that holds (.+)$`, func(state, words string) error { return makeInState(w, state, parts(words)...) })
	s.Given(`^a stack for (\w+) in the state (\w+)$`, func(action, state string) error { return preparedStack(w, action, state) })
	s.Given(`^a stack that is being updated$`, func() error { return beingUpdated(w) })
	s.Given(`^a stack that is being updated at several places$`, func() error { return updatedAtSeveral(w) })
	s.Given(`^the stack has come to (\w+)$`, func(state string) error {
		action, status, _ := strings.Cut(state, "_")
		return bringStack(w, w.Noun("stack", ""), action, status)
	})
	s.Given(`^the stack has come to an end of its work$`, func() error {
		delete(w.Noun("stack", "").Facts, "meant") // no request has to meet it at work any more
		return awaitEnd(w)
	})
	s.Given(`^the member has just asked `+which+` to (\w+)$`, func(which, action string) error { return justAsked(w, which, action) })
	s.Given(`^the member has locked the stack at level (\w+)$`, func(level string) error { return lockAt(w, w.Noun("stack", ""), level) })
	s.Given(`^the `+phrases.Actor+` has locked the stack of the member at level (\w+)$`,
		func(who, level string) error { return lockedBy(w, who, level) })
	s.Given(`^the member has locked (the nested stack|the other nested stack|the middle stack|the innermost stack|the deepest stack) at level (\w+)$`, func(which, level string) error {
		return lockNested(w, which, level)
	})
	s.Given(`^the member has unlocked `+which+`$`, func(which string) error { return unlockNested(w, which) })
	s.Given(`^the member has signalled the stack to grow$`, func() error {
		r, err := stackRequest(w, "member", w.Noun("stack", ""), "signal")
		if err == nil {
			_, err = w.Setup(r, 200)
		}
		return err
	})
	s.Given(`^the `+phrases.Actor+` has (locked|unlocked|rebooted|stopped|deleted) the server of `+which+`$`, func(who, what, which string) error {
		return actOnServer(w, who, what, which)
	})
	s.Given(`^the group of the stack has grown to (\d+)$`, func(n int) error { return hasGrown(w, n) })
	s.Given(`^`+which+` has come to (\w+) meanwhile$`, func(which, state string) error {
		stack, err := named(w, which)
		if err != nil {
			return err
		}
		return metMeanwhile(w, stack, state)
	})
	s.Given(`^the member has protected the image of `+which+`$`, func(which string) error { return protectImage(w, which) })
	s.Given(`^the member has taken the protection from the image of `+which+`$`, func(which string) error { return unprotectImage(w, which) })
	s.Given(`^the member has deleted the image of `+which+`$`, func(which string) error { return imageGone(w, which) })
	s.Given(`^the member has marked the (\w+) of `+which+` unhealthy$`,
		func(name, which string) error { return markUnhealthy(w, name, which) })
	s.Given(`^(lock|unlock)ing the (server|image) of `+which+` is about to fail$`, func(action, what, which string) error {
		return aboutToFail(w, action, what, which)
	})
	s.Given(`^(lock|unlock)ing (the nested stack|the other nested stack|the innermost stack) by itself has failed$`,
		func(action, which string) error {
			return failAlone(w, action, which)
		})
	s.Given(`^a stack with two snapshots in the state (\w+)$`, func(state string) error { return twiceKept(w, state) })
	s.Given(`^(lock|unlock)ing the stack has failed at the server of `+which+`$`,
		func(action, which string) error { return failAtServer(w, action, which) })
}

func registerWhen(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` asks `+which+` to (\w+)$`,
		func(who, which, action string) error { return asksStack(w, who, which, action) })
	s.When(`^the `+phrases.Actor+` asks for (\w+) of the stack by the path of the stack beside it$`,
		func(who, action string) error { return asksThroughBeside(w, who, action) })
	s.When(`^the `+phrases.Actor+
		` sends (the stack|an unknown stack|the stack by another name|the stack by another id|the stack in the member's project|the nested stack|the middle stack|the innermost stack) the action (.+)$`,
		func(who, which, body string) error { return sendsStackAction(w, who, which, body) })
	s.When(`^the `+phrases.Actor+` locks the stack at level (\w+)$`, func(who, level string) error {
		return aboutStack(w, lockRequest(w.Noun("stack", ""), who, level))
	})
	s.When(`^the `+phrases.Actor+` reads the (\w+) of the stack$`, func(who, what string) error {
		r, err := readOnlyRequest(w.Noun("stack", ""), what)
		if err != nil {
			return err
		}
		r.Actor = who
		return aboutStack(w, r)
	})
	s.When(`^the `+phrases.Actor+` asks for the stack by its (name|id) alone$`, func(who, what string) error {
		stack := w.Noun("stack", "")
		return aboutStack(w, heat(who, http.MethodGet, "/stacks/"+map[string]string{"name": stack.RealName, "id": stack.ID}[what], nil))
	})
	s.When(`^the `+phrases.Actor+` reads the (list|resources|events|show) of the stack with (\S+)$`, func(who, what, query string) error {
		return readsWith(w, who, what, query)
	})
	s.When(`^the `+phrases.Actor+` sends the server of `+which+` (os-stop|os-start|reboot|unlock|pause|suspend|shelve|rebuild|os-getConsoleOutput)$`,
		func(who, which, action string) error { return serverOfStack(w, who, which, action) })
	s.When(`^the `+phrases.Actor+` (restores|deletes) the (first|second|unknown) snapshot of the stack$`, func(who, what, snapshot string) error {
		return aboutSnapshot(w, who, what, snapshot)
	})
	s.When(`^the `+phrases.Actor+` deletes the image of `+which+`$`, func(who, which string) error { return deleteImage(w, who, which) })
	s.When(`^the `+phrases.Actor+` renames the network of the stack$`, func(who string) error { return renameNetwork(w, who) })
	s.When(`^the `+phrases.Actor+` runs heat (\S+) with (.+) on the stack$`, func(who, command, options string) error {
		return runHeat(w, who, command, options)
	})
	s.When(`^the `+phrases.Actor+` calls the webhook of the policy$`, func(who string) error { return callWebhook(w, who, nil) })
	s.When(`^the `+phrases.Actor+` calls the webhook of the policy with an alarm$`,
		func(who string) error { return callWebhook(w, who, alarm()) })
}

func registerThen(s world.Steps, w *world.World) {
	s.Then(`^Heat refuses it$`, func() error { return heatFault(w, "any", "") })
	s.Then(`^Heat refuses it as (\w+) saying "(.*)"$`,
		func(kind, message string) error { return heatFault(w, kind, phrases.Fill(w, message)) })
	s.Then(`^Heat says that `+which+` is (\w+)$`, func(which, state string) error { return heatNames(w, which, state) })
	s.Then(`^Heat says why if it refuses it$`, func() error {
		if w.Last().Status < 400 {
			return nil
		}
		return heatFault(w, "any", "")
	})
	s.Then(`^the stack loses its snapshot$`, func() error { return losesSnapshot(w) })
	s.Then(`^the answer is null$`, func() error { return answersNull(w) })
	s.Then(`^`+which+` becomes (\w+)$`, func(which, state string) error {
		stack, err := named(w, which)
		if err != nil {
			return err
		}
		return awaitStack(w, stack, state)
	})
	s.Then(`^`+which+` is (\w+) at once$`, func(which, state string) error { return checkStatus(w, which, state) })
	s.Then(`^`+which+` is gone$`, func(which string) error {
		stack, err := named(w, which)
		if err != nil {
			return err
		}
		return awaitStack(w, stack, "DELETE_COMPLETE")
	})
	s.Then(`^`+which+` shows no resources$`, func(which string) error { return showsNoResources(w, which) })
	s.Then(`^the newest event of the policy says "(.*)"$`, func(says string) error { return policySays(w, says) })
	s.Then(`^`+which+` stays as it was$`, func(which string) error { return stackSame(w, which) })
	s.Then(`^`+which+` stays as it was for a while$`, func(which string) error { return staysForAWhile(w, which) })
	s.Then(`^the stack comes to an end of its work$`, func() error { return awaitEnd(w) })
	s.Then(`^the stack is as its (first|second) snapshot has it$`, func(snapshot string) error { return asKept(w, snapshot) })
	s.Then(`^the stack keeps only its (first|second) snapshot$`, func(snapshot string) error { return keepsOnly(w, snapshot) })
	s.Then(`^the stack has an unhealthy resource$`, func() error { return findUnhealthy(w) })
	s.Then(`^the stack keeps its resources$`, func() error { return sameResources(w) })
	s.Then(`^every resource of `+which+` is (\w+)$`, func(which, state string) error { return resourcesAre(w, which, "", state) })
	s.Then(`^the resource (\w+) of `+which+` is (\w+)$`, func(name, which, state string) error { return resourcesAre(w, which, name, state) })
	s.Then(`^the nested stack has (\d+) members$`, func(n int) error { return nestedMembers(w, n) })
	s.Then(`^the resource (\w+) of the stack becomes (\w+)$`, func(name, state string) error { return awaitResource(w, name, state) })
	s.Then(`^the server of `+which+` is (locked|not locked)$`, func(which, is string) error { return serverLocked(w, which, is == "locked") })
	s.Then(`^the server of `+which+` becomes (\w+)$`, func(which, status string) error { return serverOfStackBecomes(w, which, status) })
	s.Then(`^the image of `+which+` is (protected|not protected)$`,
		func(which, is string) error { return imageProtected(w, which, is == "protected") })
	s.Then(`^the image of `+which+` is gone$`, func(which string) error { return imageIsGone(w, which) })
	s.Then(`^the (\d+) servers of `+which+` are (locked|not locked)$`, func(n int, which, is string) error {
		return serversLocked(w, n, which, is == "locked")
	})
	s.Then(`^the (\d+) images of `+which+` are (protected|not protected)$`, func(n int, which, is string) error {
		return imagesProtected(w, n, which, is == "protected")
	})
	s.Then(`^the server that outlives `+which+` is (locked|not locked)$`,
		func(which, is string) error { return lastingLocked(w, which, is == "locked") })
	s.Then(`^the (\d+) servers of `+which+` belong to the `+phrases.Actor+`$`,
		func(n int, which, who string) error { return serversBelong(w, n, which, who) })
	s.Then(`^the stack has a group of (\d+)$`, func(n int) error { return groupSize(w, "the stack", n, false) })
	s.Then(`^the wait handle of the stack has heard (nothing|one signal)$`, func(what string) error { return handleHeard(w, what) })
	s.Then(`^`+which+` keeps its group of (\d+)$`, func(which string, n int) error { return groupSize(w, which, n, true) })
	s.Then(`^the events of `+which+` say (.+)$`,
		func(which, states string) error { return eventsSay(w, which, "", strings.Split(states, ", ")) })
	s.Then(`^the resource (\w+) of the stack is needed by (\w+(?:, \w+)*)$`, func(name, others string) error { return neededBy(w, name, others) })
	s.Then(`^the stack is shown (with|without) outputs$`, func(how string) error {
		_, there := w.Last().Get("/stack/outputs")
		return agree([]expectation{{"whether the stack is shown with outputs", how == "with", there}})
	})
	s.Then(`^among the events of `+which+` (\w+) comes (once|twice)$`, func(which, state, times string) error {
		return eventsCount(w, which, "", state, map[string]int{"once": 1, "twice": 2}[times])
	})
	s.Then(`^among the events of the resource (\w+) (\w+) comes once$`, func(name, state string) error {
		return eventsCount(w, "the stack", name, state, 1)
	})
	s.Then(`^among the events of (\w+) the stack's own come first and last$`, func(action string) error { return eventsAround(w, action) })
	s.Then(`^the stack is among the deleted stacks only$`, func() error { return amongDeleted(w) })
	s.Then(`^the stack has its earlier template$`, func() error { return hasEarlierTemplate(w) })
	s.Then(`^the list counts (\d+)$`, func(n int) error { return listCounts(w, n) })
	s.Then(`^the list shows `+which+` as (\w+)$`, func(which, state string) error { return listShows(w, which, state) })
	s.Then(`^the request is answered 409 while the deleted stack is shown, else 404$`, func() error { return refusedDeleted(w) })
	s.Then(`^the events of the resource (\w+) say (.+)$`,
		func(name, states string) error { return eventsSay(w, "the stack", name, strings.Split(states, ", ")) })
	s.Then(`^the events of the resource (\w+) of `+which+` say (.+)$`, func(name, which, states string) error {
		return eventsSay(w, which, name, strings.Split(states, ", "))
	})
	s.Then(`^the (list|resources|events) (?:has|have) (.+)$`, func(what, words string) error { return listsOnly(w, what, words) })
	s.Then(`^the answer has (\d+) events?, first (the stack|\w+) in (\w+)$`,
		func(n int, name, status string) error { return listsFirst(w, n, name, status) })
	s.Then(`^the answer tells all of the stack's (\w+)$`, func(what string) error { return tellsAll(w, what) })
	s.Then(`^an event tells (that the signal was dropped|that the group was not scaled)$`,
		func(what string) error { return signalDropped(w, what) })
}
