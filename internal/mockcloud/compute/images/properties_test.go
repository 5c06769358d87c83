package images

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/state"
)

// The texts are those of Zed.
func TestPropertiesThatComputeReads(t *testing.T) {
	for _, row := range []struct{ name, value, said string }{
		{"hw_cpu_sockets", "x", "invalid literal for int() with base 10: 'x'"},
		{"hw_cpu_sockets", "1.5", "invalid literal for int() with base 10: '1.5'"},
		{"hw_cpu_sockets", "", "invalid literal for int() with base 10: ''"},
		{"hw_cpu_sockets", " -2 ", ""},
		{"hw_cpu_sockets", "1_000", ""},
		{"hw_disk_bus", "virtio", ""},
		{"hw_disk_bus", "VIRTIO", "Field value VIRTIO is invalid"},
		{"hw_vif_model", "VirtualE1000", ""},
		{"hw_vif_model", "x", "Field value x is invalid"},
		{"os_type", "Linux", ""},
		{"os_type", "x", "Field value x is invalid"},
		{"hw_architecture", "AMD64", ""},
		{"architecture", "x", "Architecture name 'x' is not valid"},
		{"vm_mode", "x", "Virtual machine mode 'x' is not valid"},
		{"hypervisor_type", "x", "Hypervisor virt type 'x' is not valid"},
		{"hypervisor_type", "QEMU", ""},
		{"hw_boot_menu", "x", ""},
		{"os_distro", "x", ""},
		{"colour", "x", ""},
	} {
		f := CheckProperties(&state.Image{Properties: map[string]string{row.name: row.value}})
		if row.said == "" {
			assert.Nil(t, f, "%s=%q", row.name, row.value)
			continue
		}
		if assert.NotNil(t, f, "%s=%q", row.name, row.value) {
			assert.Equal(t, "Invalid image metadata. Error: "+row.said, f.Message)
			assert.Equal(t, 400, f.Status)
		}
	}
	both := &state.Image{Properties: map[string]string{"architecture": "x", "hw_architecture": "y", "hw_cpu_cores": "z"}}
	assert.Equal(t, "Invalid image metadata. Error: Architecture name 'x' is not valid", CheckProperties(both).Message)
}
