// Package pipeline takes a request through a service of the mock: an ordered slice of named stages,
// each of which lets the request go on or ends it with a fault, then the operation's own steps, then
// the projection of the answer by the document of the request's microversion.
//
// # Writing a service
//
// A service is a constructor that the root package calls:
//
//	func New(env *pipeline.Env) (*pipeline.Service, error)
//
// It fills a [Service]: name, prefix, chain of documents (env.Chain), versioned roots, stages (the order
// of checks is the real service's), how faults look, how path parameters are looked up, and what
// operations do. An operation's behaviour is a table of steps, so that a mutant can drop one:
//
//	svc.Operations["servers.lock"] = pipeline.Operation{
//		Steps: []pipeline.Step{
//			{Name: "remember who locked", Run: func(x *pipeline.Exchange) *pipeline.Fault {
//				server := *pipeline.Subject[state.Server](x) // found by the look-up of server_id
//				server.Locked, server.LockedBy = true, state.LockedByOwner
//				state.Servers.Insert(x.Txn, &server)
//				return nil
//			}},
//		},
//		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
//			return pipeline.Status(202), nil
//		},
//	}
//	svc.Lookups["server_id"] = func(x *pipeline.Exchange, id string) *pipeline.Fault {
//		server := state.Servers.Get(x.Txn, id)
//		if server == nil {
//			return pipeline.NotFound("Instance %s could not be found.", id)
//		}
//		x.Found(server, policy.Target{ProjectID: server.ProjectID, UserID: server.UserID})
//		return nil
//	}
//
// # State
//
// x.Txn is open from the stage Lookup on: reading for GET and HEAD, writing otherwise. It is committed
// when the answer is ready and aborted with any fault: a refused request leaves nothing behind.
// Steps hand things to each other in a struct of their own, which also holds the body that the request brought: [OperationOf].
//
// # Later
//
// Work that goes on after the answer is an event: x.Later("servers.rebuilt", server.ID, payload). It
// is part of the transaction. When it is due (see clock.Lifecycle) the steps registered under
// svc.Async["servers.rebuilt"] run in a transaction of their own, with x.Event set and no request; a
// fault from a step runs the table's Failed on a fresh transaction. A step may call x.Later again.
//
// # Answers
//
// A [Response] carries views (structs whose fields have `json` tags: see openapi.Open) or plain values (maps with
// string keys, slices, strings, numbers, booleans, nil, time.Time written as Nova does); the pipeline keeps what the document of the microversion lists, drops
// fields that the caller may not see, checks the result and writes it. So an answer always has all fields of all
// microversions, and no behaviour asks which version it is for that. A [List] has its items rendered one
// by one and kept. Answers to GET are kept as long as nothing that was read through x.Txn has changed; a
// behaviour that reads the time asks x.Now(), which makes its answer one that is not kept.
package pipeline
