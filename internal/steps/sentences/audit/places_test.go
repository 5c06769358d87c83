package audit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
)

func TestWhatAnUnshelveAsksFor(t *testing.T) {
	for _, row := range []struct {
		at, sent, host string
		pin            any
	}{
		{"2.91", `{"unshelve": null}`, "", "az1"},
		{"2.91", `{"unshelve": {}}`, "", "az1"},
		{"2.91", `{"unshelve": {"availability_zone": null}}`, "", nil},
		{"2.91", `{"unshelve": {"availability_zone": "az2"}}`, "", "az2"},
		{"2.91", `{"unshelve": {"availability_zone": ""}}`, "", ""},
		{"2.91", `{"unshelve": {"host": "h"}}`, "h", "az1"},
		{"2.91", `{"unshelve": {"availability_zone": null, "host": "h"}}`, "h", nil},
		{"2.105", `{"unshelve": {"availability_zone": "az2", "host": "h"}}`, "h", "az2"},
		{"2.77", `{"unshelve": {"availability_zone": "az2"}}`, "", "az2"},
		{"2.76", `{"unshelve": {"availability_zone": "az2", "host": "h"}}`, "", "az1"},
		{"2.1", `{"unshelve": "az2"}`, "", "az1"},
	} {
		d := destinationOf([]byte(row.sent), openapi.MustVersion(row.at))
		assert.Equal(t, row.pin, d.pinAfter("az1"), "%s at %s", row.sent, row.at)
		assert.Equal(t, row.host, d.host, "%s at %s", row.sent, row.at)
	}
}
