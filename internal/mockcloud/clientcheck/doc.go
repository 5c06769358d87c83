// Package clientcheck judges a client by its requests to a mock cloud: it compares the journal's exchanges with the
// documents of the requested microversions.
//
//	cloud := mockcloud.Start(t, mockcloud.WithWholeJournal())
//	useMyClient(cloud)
//	verdict := clientcheck.Judge(cloud.Control().Journal())
//	require.Empty(t, verdict.AtLeast(clientcheck.Warning))
//
// Every rule has an id, a severity and advice: see Rules and docs/check-client.md. An error is something that a cloud
// refuses, or that must not happen. A warning is something that a cloud accepts, but that does not do what the client seems
// to intend, or is expensive for the cloud. A note is something that is allowed and could be better.
package clientcheck
