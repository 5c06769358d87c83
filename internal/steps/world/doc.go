// Package world is the state of one case, which its sentences act on: it remembers nouns by their names in sentences ("the
// server", "key K1"), sends requests as an actor, records every exchange, waits, and removes in reverse order what it created.
//
// A step definition parses, calls one World method and returns the error:
//
//	func Register(s world.Steps, w *world.World) {
//		s.When(`^the (\w+) rebuilds the server at (\d+\.\d+) with key (\w+)$`, func(actor, at, key string) error {
//			_, err := w.Subject(world.Request{
//				Actor: actor, At: at, Method: "POST", Path: w.Path("/servers/{server}/action"),
//				Body: map[string]any{"rebuild": map[string]any{"imageRef": w.Image(), "key_name": w.RealName("keypair", key)}},
//			})
//			return err
//		})
//		s.Then(`^the request is answered (\d+)$`, func(status int) error { return w.Answered(status) })
//	}
//
// The error decides the verdict: an error made by Failf, Answered, Check, or an Eventually that ran out in a Then sentence
// says that the target broke its contract (verdict fail). Every other error, and any error of a Given sentence, says that
// nothing was proven (verdict error).
//
// httpexpect sends the requests and compares: the status (Answered), the answer (Check), and a value of its body (Shows). What
// finds that value is a JSON pointer, not httpexpect's Path or HasValue. Each of its Values is a copy of what it was made of
// (encoded and decoded again), so that a Path copies the whole body for each comparison, and a chain of Objects copies it on
// each level: 110 and 310 microseconds for a server, against 10 for the value alone. A run of both profiles compares 55,000
// values and takes 28 seconds of processor time.
package world
