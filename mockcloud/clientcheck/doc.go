// Package clientcheck judges a client by what it asked a mock cloud: the journal's exchanges are held against the
// documents of the microversions that the client asked for.
//
//	cloud := mockcloud.Start(t, mockcloud.WithWholeJournal())
//	useMyClient(cloud)
//	verdict := clientcheck.Judge(cloud.Control().Journal())
//	require.Empty(t, verdict.AtLeast(clientcheck.Warning))
//
// Every rule has an id, a severity and what to do about it: see Rules and docs/check-client.md. An error is what a
// cloud refuses, or what must not be. A warning is what a cloud lets pass and does not do what the client seems to mean, or
// what costs it dearly. A note is what is allowed and could be better.
package clientcheck
