package stacks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// The file names of the templates of nested stacks, in the form of the stock client.
const (
	middleFile    = "file:///plumbline/middle.yaml"
	innermostFile = "file:///plumbline/innermost.yaml"
	deepestFile   = "file:///plumbline/deepest.yaml"
	scalingFile   = "file:///plumbline/scaling.yaml"
)

// filesFor are the files that the parts of a stack need, nil when they need none.
func filesFor(w *world.World, parts []string) object {
	switch {
	case slices.Contains(parts, "a scaling group in a nested stack"):
		inside := templateOf(scalingResources(resourceOf("OS::Heat::RandomString", nil)))
		inside["outputs"] = scalingOutputs
		return object{scalingFile: phrases.Text(inside)}
	case slices.Contains(parts, nestOfThree):
		files := nestFiles(w, resourceOf(deepestFile, nil))
		files[deepestFile] = phrases.Text(templateOf(object{"server": serverResource(w), "image": imageResource(w)}))
		return files
	case slices.Contains(parts, slowNest):
		return object{
			middleFile:    phrases.Text(templateOf(object{"inner": resourceOf(innermostFile, nil)})),
			innermostFile: phrases.Text(templateOf(object{"slow": slowResource("old", 0)})),
		}
	case slices.Contains(parts, "a nested stack in a nested stack"), slices.Contains(parts, nestBeforeSlow):
		return nestFiles(w, nil)
	case slices.Contains(parts, lastingNest):
		server := retained(serverResource(w))
		return object{
			middleFile:    phrases.Text(templateOf(object{"inner": resourceOf(innermostFile, nil), "server": server})),
			innermostFile: phrases.Text(templateOf(object{"server": server})),
		}
	}
	return nil
}

// nestOfThree is the part for a stack nested three levels deep.
const nestOfThree = "a nest of three stacks"

// nestBeforeSlow is a nested stack with another in it, of which a deletion comes last.
const nestBeforeSlow = "a nested stack in a nested stack before something slow"

// slowNest is a nested stack with another in it that takes a while to be locked and unlocked.
const slowNest = "a slow nested stack in a nested stack"

// nestFiles are the templates of two levels of nested stacks, as text: a server, an image and a value at each level, and
// deepest inside the last, if it is not nil.
func nestFiles(w *world.World, deepest object) object {
	level := func() object {
		resources := plainResources("old")
		resources["server"], resources["image"] = serverResource(w), imageResource(w)
		return resources
	}
	middle := level()
	middle["inner"] = resourceOf(innermostFile, nil)
	innermost := level()
	if deepest != nil {
		innermost["core"] = deepest
	}
	return object{middleFile: phrases.Text(templateOf(middle)), innermostFile: phrases.Text(templateOf(innermost))}
}

// which matches the words for a stack of the scenario: the one that it created, or one nested in it.
const which = `(the stack|the stack beside it|the nested stack|the other nested stack|the middle stack|the innermost stack|the deepest stack)`

// named is the stack of that name in sentences.
func named(w *world.World, name string) (*world.Noun, error) {
	stack := w.Noun("stack", "")
	switch name {
	case "the stack":
		return stack, nil
	case "the stack beside it":
		return w.Recall("stack", beside)
	case "the nested stack":
		return findNested(w, stack, "nested", "g", "asg")
	case "the other nested stack":
		return findNested(w, stack, "other", "h")
	case "the deepest stack":
		innermost, err := named(w, "the innermost stack")
		if err != nil {
			return nil, err
		}
		return findNested(w, innermost, "deepest", "core")
	case "the middle stack":
		return findNested(w, stack, "middle", "deep")
	case "the innermost stack":
		middle, err := named(w, "the middle stack")
		if err != nil {
			return nil, err
		}
		return findNested(w, middle, "innermost", "inner")
	}
	return nil, fmt.Errorf("no stack is known as %q", name)
}

// findNested finds the stack of the first of the named resources that exists, and remembers it under a name.
func findNested(w *world.World, around *world.Noun, name string, resources ...string) (*world.Noun, error) {
	if known, err := w.Recall("stack", name); err == nil {
		return known, nil
	}
	for _, resource := range resources {
		x, err := w.Do(world.Probe, heat("member", http.MethodGet, path(around)+"/resources/"+resource, nil))
		if err != nil {
			return nil, err
		}
		for _, link := range objectsAt(x, "/resource/links") {
			href, _ := link["href"].(string)
			_, path, _ := strings.Cut(href, "/stacks/")
			if real, id, ok := strings.Cut(path, "/"); ok && link["rel"] == "nested" {
				found := &world.Noun{
					Kind: "stack", Name: name, RealName: real, ID: id, Owner: around.Owner,
					Facts: map[string]any{"template": templateOf(plainResources("old")), "parent": around.ID},
				}
				w.Remember(found)
				return found, nil
			}
		}
	}
	return nil, fmt.Errorf("%s has no nested stack at %s", around.RealName, strings.Join(resources, " or "))
}

// lockNested locks only a nested stack.
func lockNested(w *world.World, name, level string) error {
	nested, err := named(w, name)
	if err != nil {
		return err
	}
	w.CleanUp("lock", nested.ID, nested.RealName, unlockAsOwner(w, nested))
	return lockAt(w, nested, level)
}

// unlockAsOwner unlocks a nested stack that a scenario has locked; it may have been unlocked already with the stack around it.
func unlockAsOwner(w *world.World, stack *world.Noun) func(context.Context) error {
	return func(context.Context) error {
		x, err := w.Do(world.Cleanup, heat("member", http.MethodPost, path(stack)+"/actions", object{"unlock": nil}))
		if err == nil && x.Status >= 300 && x.Status != http.StatusNotFound && x.Status != http.StatusConflict {
			err = errors.New("unlock answers " + x.Message())
		}
		return err
	}
}

// nestedMembers counts the resources of the nested stack.
func nestedMembers(w *world.World, want int) error {
	nested, err := named(w, "the nested stack")
	if err != nil {
		return err
	}
	x, err := w.Observe(heat("member", http.MethodGet, path(nested)+"/resources", nil), http.StatusOK)
	if err != nil {
		return err
	}
	if got := len(objectsAt(x, "/resources")); got != want {
		return world.Differ("the members of the nested stack", want, got)
	}
	return nil
}
