package target

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/steps/session"
)

func image(id, name string, size, minDisk float64, more ...any) map[string]any {
	o := map[string]any{"id": id, "name": name, "status": "active", "size": size, "min_disk": minDisk, "container_format": "bare"}
	for i := 0; i < len(more); i += 2 {
		o[more[i].(string)] = more[i+1]
	}
	return o
}

func TestImages(t *testing.T) {
	images := []map[string]any{
		image("1", "big", 5<<30, 0), image("2", "kernel", 10, 0, "container_format", "aki"), image("3", "hidden", 10, 0, "os_hidden", true),
		image("4", "queued", 10, 0, "status", "queued"), image("5", "wide", 20, 10), image("6", "b", 20, 0), image("7", "a", 20,
			0), image("8", "twin", 30, 0), image("9", "twin", 30, 0), image("10", "plumbline-1234-image-9", 5, 0),
	}
	for _, row := range []struct {
		name          string
		wanted        Wanted
		first, second string
		err           string
	}{
		{"the smallest two but what runs made, by name where they are equal", Wanted{}, "a", "b", ""},
		{"one named", Wanted{Image: "big"}, "big", "a", ""},
		{"the second named is not also the first", Wanted{ImageAlt: "a"}, "b", "a", ""},
		{"by id", Wanted{Image: "6", ImageAlt: "7"}, "b", "a", ""},
		{"a name that two have", Wanted{Image: "twin"}, "", "", "--image twin: two have this name; give the id"},
		{"a name that none has", Wanted{ImageAlt: "none"}, "", "", "--image-alt none: there is none of this name or id"},
	} {
		t.Run(row.name, func(t *testing.T) {
			first, second, err := chooseImages(images, row.wanted)
			if row.err != "" {
				require.EqualError(t, err, row.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, row.first, Text(first, "name"))
			assert.Equal(t, row.second, Text(second, "name"))
		})
	}
	_, second, err := chooseImages(images[:1], Wanted{})
	require.NoError(t, err)
	assert.Nil(t, second, "one image is enough for most")
	_, _, err = chooseImages(images[1:4], Wanted{})
	require.ErrorContains(t, err, "no active image to boot from")
}

// The smallest image of a cloud is often one that only special hosts boot, or one that is somebody's work in progress.
func TestImagesThatDemandLittleAreChosen(t *testing.T) {
	for _, row := range []struct {
		name string
		more []any
	}{
		{"processors of another architecture", []any{"hw_architecture", "aarch64"}},
		{"another architecture by its old name", []any{"architecture", "ppc64le"}},
		{"a firmware", []any{"hw_firmware_type", "uefi"}},
		{"a kind of hypervisor", []any{"img_hv_type", "hyperv"}},
		{"a kind of hypervisor by its old name", []any{"hypervisor_type", "xen"}},
		{"a trait of the host", []any{"trait:CUSTOM_GPU", "required"}},
		{"a kernel of its own", []any{"kernel_id", "1"}},
		{"of one project", []any{"visibility", "private"}},
		{"shared with some projects", []any{"visibility", "shared"}},
		{"a snapshot of a server", []any{"image_type", "snapshot"}},
		{"an installation disk", []any{"disk_format", "iso"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			images := []map[string]any{
				image("1", "small", 10, 0, row.more...),
				image("2", "large", 5<<30, 20, "visibility", "public", "disk_format", "qcow2", "os_distro", "debian", "os_hidden", false),
			}
			first, second, err := chooseImages(images, Wanted{})
			require.NoError(t, err)
			assert.Equal(t, "large", Text(first, "name"))
			if len(demandsOf(images[0])) > 0 {
				assert.Nil(t, second, "its servers need not come up where those of the first do")
			} else {
				assert.Equal(t, "small", Text(second, "name"), "better than none")
			}
			first, _, err = chooseImages(images, Wanted{Image: "small"})
			require.NoError(t, err)
			assert.Equal(t, "small", Text(first, "name"), "who names one means it")
		})
	}
}

func TestImagesWithTheSameDemandsGoTogether(t *testing.T) {
	for _, row := range []struct {
		name          string
		one, other    []any
		first, second string
	}{
		{"the same", []any{"hw_disk_bus", "scsi"}, []any{"hw_disk_bus", "scsi"}, "one", "other"},
		{"another value", []any{"hw_disk_bus", "scsi"}, []any{"hw_disk_bus", "ide"}, "one", ""},
		{"more", []any{"hw_disk_bus", "scsi"}, []any{"hw_disk_bus", "scsi", "trait:X", "required"}, "one", ""},
		{"less is chosen first, and more does not go with it", []any{"hw_disk_bus", "scsi"}, nil, "other", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			first, second, err := chooseImages([]map[string]any{image("1", "one", 10, 0, row.one...), image("2", "other", 20, 0, row.other...)},
				Wanted{})
			require.NoError(t, err)
			assert.Equal(t, row.first, Text(first, "name"))
			assert.Equal(t, row.second, Text(second, "name"))
		})
	}
}

func TestFlavors(t *testing.T) {
	flavor := func(name string, ram, disk float64) map[string]any {
		return map[string]any{"id": "id-" + name, "name": name, "ram": ram, "disk": disk, "vcpus": 1.0}
	}
	flavors := []map[string]any{flavor("large", 4096, 40), flavor("diskless", 16, 0), flavor("tiny", 64, 1), flavor("small", 128, 5)}
	for _, row := range []struct {
		name, want string
		images     []map[string]any
		found, err string
	}{
		{"the smallest with a disk", "", []map[string]any{image("1", "a", 20, 0), nil}, "tiny", ""},
		{"big enough for min_disk", "", []map[string]any{image("1", "a", 20, 2)}, "small", ""},
		{"big enough for the image itself", "", []map[string]any{image("1", "a", 20, 0), image("2", "b", 6<<30, 0)}, "large", ""},
		{"named, whatever it is", "diskless", []map[string]any{image("1", "a", 20, 2)}, "diskless", ""},
		{"none fits", "", []map[string]any{image("1", "a", 20, 100)}, "", "no flavor fits the images: name one with --flavor"},
	} {
		t.Run(row.name, func(t *testing.T) {
			found, err := chooseFlavor(flavors, row.want, row.images...)
			if row.err != "" {
				require.EqualError(t, err, row.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, row.found, Text(found, "name"))
		})
	}
}

func TestWhoCanPlayWhom(t *testing.T) {
	for _, row := range []struct {
		name, persona string
		session       *session.Session
		home, why     string
	}{
		{"a reader", "reader", &session.Session{Roles: []string{"reader"}, ProjectID: "p"}, "p", ""},
		{
			"a member is no reader", "reader", &session.Session{Roles: []string{"member", "reader"}, ProjectID: "p"}, "p",
			"it has the role member, too",
		},
		{"a member with the roles that member implies", "member", &session.Session{Roles: []string{"member", "reader"}, ProjectID: "p"}, "p", ""},
		{
			"an admin is no member", "member", &session.Session{Roles: []string{"admin", "member"}, ProjectID: "p"}, "p",
			"it has the role admin, too",
		},
		{
			"somebody without the role", "manager", &session.Session{Roles: []string{"member"}, ProjectID: "p"}, "p",
			"it has no role manager (it has member)",
		},
		{
			"an outsider at home", "outsider", &session.Session{Roles: []string{"member"}, ProjectID: "p"}, "p",
			"it is in the same project as the others",
		},
		{"an outsider", "outsider", &session.Session{Roles: []string{"member"}, ProjectID: "q"}, "p", ""},
		{
			"a second member elsewhere", "member2", &session.Session{Roles: []string{"member"}, ProjectID: "q", ProjectName: "q"},
			"p", "it is in the project q and not in that of the others",
		},
		{"an admin elsewhere", "outsider-admin", &session.Session{Roles: []string{"admin"}, ProjectID: "q"}, "p", ""},
		{
			"a system reader is no system admin", "system-reader",
			&session.Session{Roles: []string{"admin", "reader"}, System: true}, "p", "it has the role admin, too",
		},
		{"a system reader", "system-reader", &session.Session{Roles: []string{"reader"}, System: true}, "p", ""},
		{"a system admin", "system-admin", &session.Session{Roles: []string{"admin"}, System: true}, "p", ""},
		{
			"an admin of a project is none of the system", "system-admin",
			&session.Session{Roles: []string{"admin"}, ProjectID: "p"}, "p", "its token is not system-scoped (or should not be)",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, p := range personas {
				if p.name == row.persona {
					assert.Equal(t, row.why, p.whyUnfit(row.session, row.home))
				}
			}
		})
	}
}

func TestEnvelopesOfTheMessageBus(t *testing.T) {
	inner := `{"event_type": "instance.rebuild.start", "payload": {"nova_object.name": "x", "nova_object.data": {"uuid": "s1", "key_name": "k2"}}}`
	n, err := parseNotification([]byte(`{"oslo.version": "2.0", "oslo.message": "` + escaped(inner) + `"}`))
	require.NoError(t, err)
	assert.Equal(t, "instance.rebuild.start", n.EventType)
	assert.Equal(t, map[string]any{"uuid": "s1", "key_name": "k2"}, n.Payload)
	all := byServer{}
	all.add(n)
	all.add(Notification{EventType: "other"})
	assert.Len(t, all["s1"], 1)
	_, err = parseNotification([]byte(`{`))
	require.ErrorContains(t, err, "notification:")
}

// A message that is delivered again is no second notification; one without an id is taken as it comes.
func TestAMessageBusMayDeliverAgain(t *testing.T) {
	b := &bus{got: byServer{}, seen: map[string]bool{}}
	for _, id := range []string{"1", "2", "1", "", "", "2"} {
		b.take(parseNotification([]byte(`{"event_type": "e", "message_id": "` + id + `", "payload": {"nova_object.data": {"uuid": "s1"}}}`)))
	}
	all, err := b.About(t.Context(), "s1")
	require.NoError(t, err)
	assert.Len(t, all, 4)
	b.take(parseNotification([]byte(`{`)))
	_, err = b.About(t.Context(), "s1")
	assert.ErrorContains(t, err, "notification:")
}

func escaped(s string) string {
	out := ""
	for _, r := range s {
		if r == '"' {
			out += `\`
		}
		out += string(r)
	}
	return out
}

// A flavor that adds nothing to what it shows is preferred to a smaller one that does.
func TestTheFlavorIsAsPlainAsThereIsOne(t *testing.T) {
	flavor := func(name string, ram float64, more map[string]any) map[string]any {
		f := map[string]any{"id": name, "name": name, "ram": ram, "vcpus": 1.0, "disk": 1.0, "OS-FLV-EXT-DATA:ephemeral": 0.0, "swap": ""}
		maps.Copy(f, more)
		return f
	}
	plain := flavor("plain", 512, map[string]any{"extra_specs": map[string]any{}})
	for what, more := range map[string]map[string]any{
		"extra specifications": {"extra_specs": map[string]any{"hw:mem_page_size": "small"}},
		"ephemeral disks":      {"OS-FLV-EXT-DATA:ephemeral": 1.0},
		"swap":                 {"swap": 100.0},
	} {
		got, err := chooseFlavor([]map[string]any{flavor("special", 64, more), plain}, "")
		require.NoError(t, err)
		assert.Equal(t, "plain", got["name"], what)
		got, err = chooseFlavor([]map[string]any{flavor("special", 64, more)}, "")
		require.NoError(t, err)
		assert.Equal(t, "special", got["name"], "%s, and there is no other", what)
	}
}

// Whether servers of the flavor take what it shows: the rows about room on hosts can only be asked where they do.
func TestAFlavorWhoseServersTakeWhatItShows(t *testing.T) {
	for _, row := range []struct {
		specs           any
		present, unseen bool
	}{
		{map[string]any{}, true, false},
		{map[string]any{"hw:mem_page_size": "small", "trait:COMPUTE_STATUS_DISABLED": "forbidden"}, true, false},
		{map[string]any{"hw:cpu_policy": "shared"}, true, false},
		{map[string]any{"hw:cpu_policy": "dedicated"}, false, false},
		{map[string]any{"hw:cpu_policy": "mixed"}, false, false},
		{map[string]any{"resources:VCPU": "0"}, false, false},
		{map[string]any{"resources1:DISK_GB": "3"}, false, false},
		{nil, false, true},
	} {
		flavor := map[string]any{"name": "small"}
		if row.specs != nil {
			flavor["extra_specs"] = row.specs
		}
		target := &Target{Known: map[string]Capability{}}
		target.foundPlainFlavor(flavor)
		found := target.Known[PlainFlavor]
		assert.Equal(t, row.present, found.Present, "%v", row.specs)
		assert.Equal(t, row.unseen, found.Unseen, "%v", row.specs)
	}
}

// A feed of a mock that is reset keeps what it had read before that moment, and reads on from there.
func TestAFeedGoesBackWithTheMock(t *testing.T) {
	f := &mockFeed{got: byServer{}}
	for serial, kind := range []string{"a", "b", "c"} {
		f.last = int64(serial + 1)
		f.got.add(Notification{EventType: kind, Payload: map[string]any{"uuid": "s1"}, serial: f.last})
	}
	f.Rewind(2)
	assert.Equal(t, int64(2), f.Mark())
	assert.Len(t, f.got["s1"], 2)
	f.Forget()
	assert.Equal(t, int64(0), f.Mark())
	assert.Empty(t, f.got["s1"])
}
