package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheCommandThatRunsFailedRowsAgain(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want string
		all  bool
	}{
		{
			"the selection is that of the report",
			[]string{
				"certify", "--os-cloud", "prod", "--spec", "stack-lock", "--only=LCK-01", "--no-sweep", "--jobs", "8", "--out", "r",
				"--allow-disruptive",
			},
			"plumbline certify --rerun-failed r --os-cloud prod --jobs 8", true,
		},
		{
			"run again once more",
			[]string{"certify", "--rerun-failed", "r", "--os-cloud=prod"},
			"plumbline certify --rerun-failed r --os-cloud=prod", true,
		},
		{
			"words that a shell would read otherwise",
			[]string{"certify", "--image", "my image; it's", "--tags", "@a && ~@b"},
			`plumbline certify --rerun-failed r --image 'my image; it'\''s'`, true,
		},
		{
			"a secret is not in the log",
			[]string{"certify", "--metadata-secret", "[redacted]"},
			"plumbline certify --rerun-failed r --metadata-secret '[redacted]'", false,
		},
		{"a run of go test", []string{"-test.run", "X"}, "plumbline certify --rerun-failed r", false},
		{"a report of long ago", nil, "plumbline certify --rerun-failed r", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, all := again(row.args, "r")
			assert.Equal(t, row.want, got)
			assert.Equal(t, row.all, all)
		})
	}
}
