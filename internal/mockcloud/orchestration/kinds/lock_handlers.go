package kinds

import (
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
)

// guardHandlers makes the handlers that lock and unlock what a resource stands for: hold makes the lock, release removes it, and
// taken tells whether it is locked already: by this lock, or by somebody else, whose lock stays.
func guardHandlers(taken func(t *kind.Task) (bool, *kind.Failure), hold, release func(t *kind.Task) *kind.Failure) (onLock,
	onUnlock kind.Handler,
) {
	free := func(t *kind.Task) *kind.Failure {
		if !t.Resource.Held {
			return nil
		}
		if why := release(t); why != nil {
			return why
		}
		t.Resource.Held = false
		return nil
	}
	onLock = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		if t.Level != record.LevelAll {
			return free(t)
		}
		locked, why := taken(t)
		if why != nil || locked {
			return why
		}
		if why := hold(t); why != nil {
			return why
		}
		t.Resource.Held = true
		return nil
	}}
	return onLock, kind.Handler{Begin: free}
}
