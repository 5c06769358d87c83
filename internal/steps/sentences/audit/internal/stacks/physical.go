package stacks

import (
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

// lockedSince is the microversion from which a server shows whether it is locked.
const lockedSince = "2.9"

// The types of the resources that can be locked or protected.
const (
	serverType = "OS::Nova::Server"
	imageType  = "OS::Glance::WebImage"
)

// physicalFits checks that every server and every image in the stack and in all nested ones is locked, or protected, exactly where
// the last lock was one of all (LCK-40, LCK-42, LCK-58). What the scenario itself has locked or unlocked past the stack counts only as
// long as a lock of all came later: whose lock it then is, is not stated. Nor is what a failed lock or unlock leaves.
func (a *audit) physicalFits() error {
	for _, s := range a.tree {
		last, alone := a.lastLocking(s)
		if last != nil && (last.failed || last.action == lock && !alone) {
			continue
		}
		held := last != nil && last.action == lock && last.level == levelAll
		for _, r := range s.resources {
			if r.ID == "" || a.touched(r.ID, held, last) {
				continue
			}
			is, seen, err := a.isHeld(r)
			if err != nil {
				return err
			}
			if seen && is != held {
				return world.Differ("whether resource "+r.Name+" of "+s.String()+", a "+r.Type+", is locked", held, is)
			}
		}
	}
	return nil
}

// touched tells whether a request past the stack forbids to say whether a thing is locked.
func (a *audit) touched(id string, held bool, last *locking) bool {
	requests := a.requests
	if held {
		requests = requests[slices.Index(requests, last.request):]
	}
	return slices.ContainsFunc(requests, func(r *request) bool { return r.thing == id })
}

// isHeld tells whether what a resource stands for is locked or protected; seen is false where that cannot be read.
func (a *audit) isHeld(r resource) (is, seen bool, err error) {
	request, field := world.Request{Actor: a.root.Owner, Method: http.MethodGet}, ""
	switch r.Type {
	case serverType:
		request.Path, request.At, field = "/servers/"+r.ID, a.w.Newest(lockedSince), "/server/locked"
	case imageType:
		request.Service, request.Path, field = openapi.Image, "/images/"+r.ID, "/protected"
	default:
		return false, false, nil
	}
	x, err := a.w.Do(world.Observe, request)
	if err != nil || x.Status != http.StatusOK {
		return false, false, err
	}
	value, _ := x.Get(field)
	is, seen = value.(bool)
	return is, seen, nil
}
