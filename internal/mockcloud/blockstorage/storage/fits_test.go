package storage

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/state"
)

// What the storage has: the recorded session volume-unfit-types has most of these from a real cloud.
func TestTypesThatFit(t *testing.T) {
	for _, row := range []struct {
		key, wanted string
		fits        bool
	}{
		{"storage_protocol", "file", true},
		{"storage_protocol", "iscsi", false},
		{"storage_protocol", "", false},
		{"capabilities:storage_protocol", "iscsi", false},
		{"capabilities", "x", false},
		{"driver:thing", "x", true},
		{"unknown", "x", false},
		{"volume_backend_name", "<or> a <or> file", true},
		{"volume_backend_name", "<or> file b", true},
		{"volume_backend_name", "<or>", false},
		{"volume_backend_name", "<in> il", true},
		{"volume_backend_name", "<in>", false},
		{"volume_backend_name", "s== file", true},
		{"volume_backend_name", "s> file", false},
		{"volume_backend_name", "s>= file", true},
		{"volume_backend_name", "s!= other", true},
		{"volume_backend_name", "s<", false},
		{"multiattach", "<is> yes", true},
		{"multiattach", "<is> no", false},
		{"multiattach", "True", false},
		{"total_capacity_gb", "= 4000", true},
		{"total_capacity_gb", "= 4001", false},
		{"total_capacity_gb", "== 4000", true},
		{"total_capacity_gb", "<= 3999", false},
		{"total_capacity_gb", ">= many", false},
	} {
		kind := &state.VolumeType{ExtraSpecs: map[string]string{row.key: row.wanted}}
		assert.Equal(t, row.fits, Fits(kind), "%s: %s", row.key, row.wanted)
		kind.Backed = true
		assert.True(t, Fits(kind))
	}
}
