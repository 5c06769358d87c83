package images

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// CheckProperties refuses an image with a property that compute reads and that has a value of the wrong kind. The first one in the
// order of the tables is named: names of old, then those of today.
func CheckProperties(image *state.Image) *pipeline.Fault {
	for _, old := range oldNames {
		if f := check(image, old.name, ruleOf(old.today)); f != nil {
			return f
		}
	}
	for _, p := range properties {
		if f := check(image, p.name, p.rule); f != nil {
			return f
		}
	}
	return nil
}

func check(image *state.Image, name string, of rule) *pipeline.Fault {
	value, there := image.Properties[name]
	if !there {
		return nil
	}
	if said := of(value); said != "" {
		return pipeline.BadRequest("Invalid image metadata. Error: %s", said)
	}
	return nil
}

// rule says what is wrong with a value, nothing if it is right.
type rule func(value string) string

func ruleOf(name string) rule {
	for _, p := range properties {
		if p.name == name {
			return p.rule
		}
	}
	return nil
}

// integer is a whole number as Python reads it.
var integer = regexp.MustCompile(`^\s*[+-]?[0-9]+(_[0-9]+)*\s*$`)

func wholeNumber(value string) string {
	if integer.MatchString(value) {
		return ""
	}
	return "invalid literal for int() with base 10: " + python.Repr(value)
}

// oneOf takes the words of a text.
func oneOf(words string) rule {
	return func(value string) string {
		if slices.Contains(strings.Fields(words), value) {
			return ""
		}
		return "Field value " + value + " is invalid"
	}
}

// lowerOf is oneOf for values in any case.
func lowerOf(words string) rule {
	return func(value string) string { return oneOf(words)(strings.ToLower(value)) }
}

// named is lowerOf for values that a refusal calls by what they are.
func named(what, words string) rule {
	return func(value string) string {
		if slices.Contains(strings.Fields(words), strings.ToLower(value)) {
			return ""
		}
		return what + " " + python.Repr(value) + " is not valid"
	}
}

var (
	architectures = named("Architecture name", "alpha armv6 armv7l armv7b aarch64 cris i686 ia64 lm32 m68k microblaze microblazeel "+
		"mips mipsel mips64 mips64el openrisc parisc parisc64 ppc ppcle ppc64 ppc64le ppcemb "+
		"s390 s390x sh4 sh4eb sparc sparc64 unicore32 x86_64 xtensa xtensaeb i386 i486 i586 "+
		"x86_32 x86_32p amd64")
	vmModes     = named("Virtual machine mode", "hvm xen uml exe pv hv baremetal")
	hypervisors = named("Hypervisor virt type", "baremetal bhyve docker fake hyperv ironic kqemu kvm lxc lxd openvz parallels phyp "+
		"qemu test uml vbox vz vmware xen zvm prsm xapi")
	diskBuses  = oneOf("fdc ide sata scsi usb virtio xen lxc uml")
	scsiModels = lowerOf("buslogic ibmvscsi lsilogic lsisas1068 lsisas1078 virtio-scsi vmpvscsi lsilogicsas " +
		"paravirtual")
	vifModels = lowerOf("virtio ne2k_pci pcnet rtl8139 e1000 e1000e netfront spapr-vlan lan9118 sriov vmxnet " +
		"vmxnet3 igb virtuale1000 virtuale1000e virtualpcnet32 virtualsriovethernetcard " +
		"virtualvmxnet virtualvmxnet3")
)

// properties are those whose values are of a kind, in the order in which compute reads them (nova/objects/image_meta.py).
var properties = []struct {
	name string
	rule rule
}{
	{"hw_architecture", architectures},
	{"hw_emulation_architecture", architectures},
	{"hw_cdrom_bus", diskBuses},
	{"hw_cpu_cores", wholeNumber},
	{"hw_cpu_sockets", wholeNumber},
	{"hw_cpu_max_cores", wholeNumber},
	{"hw_cpu_max_sockets", wholeNumber},
	{"hw_cpu_max_threads", wholeNumber},
	{"hw_cpu_policy", oneOf("dedicated shared mixed")},
	{"hw_cpu_thread_policy", oneOf("prefer isolate require")},
	{"hw_cpu_threads", wholeNumber},
	{"hw_device_id", wholeNumber},
	{"hw_disk_bus", diskBuses},
	{"hw_floppy_bus", diskBuses},
	{"hw_firmware_type", oneOf("uefi bios")},
	{"hw_input_bus", oneOf("usb virtio")},
	{"hw_numa_nodes", wholeNumber},
	{"hw_pci_numa_affinity_policy", oneOf("required legacy preferred socket")},
	{"hw_pointer_model", oneOf("usbtablet")},
	{"hw_rescue_bus", diskBuses},
	{"hw_rescue_device", oneOf("cdrom disk floppy fs lun")},
	{"hw_rng_model", oneOf("virtio")},
	{"hw_serial_port_count", wholeNumber},
	{"hw_scsi_model", scsiModels},
	{"hw_video_model", oneOf("cirrus qxl vga vmvga xen virtio gop none bochs")},
	{"hw_video_ram", wholeNumber},
	{"hw_vif_model", vifModels},
	{"hw_viommu_model", oneOf("intel smmuv3 virtio auto")},
	{"hw_vm_mode", vmModes},
	{"hw_watchdog_action", oneOf("none pause poweroff reset disabled")},
	{"hw_tpm_model", oneOf("tpm-tis tpm-crb")},
	{"hw_tpm_version", oneOf("1.2 2.0")},
	{"hw_ephemeral_encryption_format", oneOf("plain luks luksv2")},
	{"img_compression_level", wholeNumber},
	{"img_hv_type", hypervisors},
	{"img_config_drive", oneOf("optional mandatory")},
	{"img_version", wholeNumber},
	{"img_signature_hash_method", oneOf("SHA-224 SHA-256 SHA-384 SHA-512")},
	{"img_signature_key_type", oneOf("DSA ECC_SECP384R1 ECC_SECP521R1 ECC_SECT409K1 ECC_SECT409R1 ECC_SECT571K1 ECC_SECT571R1 RSA-PSS")},
	{"os_secure_boot", oneOf("required disabled optional")},
	{"os_type", lowerOf("linux windows")},
}

// oldNames are names of old of some of them.
var oldNames = []struct{ name, today string }{
	{"architecture", "hw_architecture"},
	{"vmware_image_version", "img_version"},
	{"xenapi_device_id", "hw_device_id"},
	{"xenapi_image_compression_level", "img_compression_level"},
	{"vm_mode", "hw_vm_mode"},
	{"hypervisor_type", "img_hv_type"},
}
