// Package pipeline takes a request through a service of the mock: an ordered slice of named stages,
// each of which lets the request go on or ends it with a fault, then the operation's own steps, then
// the projection of the answer by the document of the request's microversion.
//
// # Writing a service
//
// The package knows no service: what differs from one to the next is handed in. A service is a constructor that the root
// package calls:
//
//	func New(env *pipeline.Env) (*pipeline.Service, error)
//
// It fills a [Service]: name, prefix, chain of documents (env.Chain), versioned roots, stages, how its faults look, and its
// operation sets: how path parameters are looked up, what operations do, what work does that is due (see [Service.WithOperations]). The
// stages are one list in the real service's order, of those that services share (package stages) and those that it alone
// has. An operation's behaviour is a table of steps, so that a mutant can drop one:
//
//	pipeline.OperationSet{
//		Lookups: map[string]pipeline.Lookup{"book_id": find},
//		Operations: map[string]pipeline.Operation{
//			"books.reserve": pipeline.OperationOf[reservation]{
//				Steps: []pipeline.StepOf[reservation]{
//					{Name: "remember who reserved", Run: remember},
//				},
//				Answer: accepted,
//			}.Operation(),
//		},
//	}
//
//	type reservation struct {
//		Body struct {
//			Until body.Opt[string] `json:"until"`
//		} `body:"reserve"`
//	}
//
//	func remember(x *pipeline.Exchange, r *reservation) *pipeline.Fault {
//		book := *pipeline.Subject[Book](x) // found by the look-up of book_id
//		book.ReservedBy = x.Caller.UserID
//		Books.Insert(x.Txn, &book)
//		return nil
//	}
//
//	func find(x *pipeline.Exchange, id string) *pipeline.Fault {
//		book := Books.Get(x.Txn, id)
//		if book == nil {
//			return pipeline.NotFound("Book %s could not be found.", id)
//		}
//		x.Found(book, policy.Target{ProjectID: book.ProjectID})
//		return nil
//	}
//
// # State
//
// x.Txn is open from the stage "lookup" on (see [Exchange.Find]): reading for GET and HEAD, writing otherwise. It is committed
// when the answer is ready and aborted with any fault: a refused request leaves nothing behind.
// Steps hand things to each other in a struct of their own, which also holds the body that the request brought: [OperationOf].
//
// # Later
//
// Work that goes on after the answer is an event: x.Schedule("books.bound", book.ID, payload). It
// is part of the transaction. When it is due (see clock.Lifecycle) the steps registered as
// "books.bound" run in a transaction of their own, with x.Event set and no request; a
// fault from a step runs the table's Failed on a fresh transaction. A step may call x.Schedule again.
//
// # Answers
//
// A [Response] carries views (structs whose fields have `json` tags: see openapi.Open) or plain values (maps with
// string keys, slices, strings, numbers, booleans, nil, time.Time); the pipeline keeps what the document of the microversion lists, drops
// fields that the caller may not see, checks the result and writes it. So an answer always has all fields of all
// microversions, and no behaviour asks which version it is for that. A [List] has its items rendered one
// by one and kept. Answers to GET are kept as long as nothing that was read through x.Txn has changed, and given again by
// the stage [StageKept]; a behaviour that reads the time asks x.Now(), which makes its answer one that is not kept.
package pipeline
