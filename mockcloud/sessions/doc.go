// Package sessions holds the mock against what real clouds answered. A session is a list of requests
// (testdata/*.yaml) that a test plays on a mock as old as the cloud; what the cloud answered to the same requests is in
// testdata/RELEASE/*.json. Every difference fails the test, but for those that a step gives a reason for (differs).
//
// The answers of a cloud are recorded anew with
//
//	PLUMBLINE_SESSIONS=zed OS_AUTH_URL=http://127.0.0.1:5000/v3 go test ./mockcloud/sessions -run Record
//
// What is a cloud's own (ids, times, addresses, names of hosts) is compared by the order in which it appears.
package sessions
