// Package sessions compares the mock with the answers of real clouds. A session is a list of requests (testdata/*.yaml) that a test
// sends to a mock as old as the cloud; the cloud's answers to the same requests are in testdata/RELEASE/*.json. Every difference
// fails the test, unless the step gives a reason for it (differs).
//
// The answers of a cloud are recorded anew with
//
//	PLUMBLINE_SESSIONS=zed OS_AUTH_URL=http://127.0.0.1:5000/v3 go test ./mockcloud/sessions -run Record
//
// Values that differ between clouds (ids, times, addresses, names of hosts) are compared by the order in which they appear.
package sessions
