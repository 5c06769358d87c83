package metadata

import "plumbline/internal/mockcloud/state"

// release is a dated version of the metadata's tree.
type release string

// releases are all versions, the oldest first.
var releases = []release{
	"2012-08-10", "2013-04-04", "2013-10-17", "2015-10-15", "2016-06-30", "2016-10-06", "2017-02-22", "2018-08-27",
	"2020-10-14", "2025-04-04",
}

const latest = "latest"

func released() []string {
	out := make([]string, 0, len(releases)+1)
	for _, r := range releases {
		out = append(out, string(r))
	}
	return append(out, latest)
}

func find(name string) (release, bool) {
	if name == latest {
		return releases[len(releases)-1], true
	}
	for _, r := range releases {
		if string(r) == name {
			return r, true
		}
	}
	return "", false
}

// listed are the documents in the order of the listing, each with the release that introduced it.
var listed = []struct {
	name  string
	since release
}{
	{"meta_data.json", "2012-08-10"},
	{"user_data", "2012-08-10"},
	{"password", "2013-04-04"},
	{"vendor_data.json", "2013-10-17"},
	{"network_data.json", "2015-10-15"},
	{"vendor_data2.json", "2016-10-06"},
}

// documents lists a release's documents for a server; user_data is among them only if the server has some.
func (r release) documents(s *state.Server) (out []string) {
	for _, d := range listed {
		if r >= d.since && (d.name != "user_data" || s.UserData != nil) {
			out = append(out, d.name)
		}
	}
	return out
}

func (r release) has(name string, s *state.Server) bool {
	for _, d := range r.documents(s) {
		if d == name {
			return true
		}
	}
	return false
}
