package seed

import (
	"testing"
	"time"

	"plumbline/internal/mockcloud/state"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVolumesOfASeed(t *testing.T) {
	s := Default()
	s.VolumeTypes = []VolumeType{{Name: "plain"}, {Name: "shared", Default: true, ExtraSpecs: map[string]string{"multiattach": "<is> True"}}}
	s.Volumes = []Volume{
		{Name: "blank", Project: "demo", User: "member", Type: "plain"},
		{Name: "boot", Project: "demo", User: "member", Size: 3, Image: "cirros-a"},
	}
	store := state.New()
	x := store.Write()
	require.NoError(t, s.Plant(x, time.Unix(0, 0)))
	x.Commit()
	read := store.Read()
	names := map[string]*state.Volume{}
	for v := range state.Volumes.All(read) {
		names[*v.Name] = v
	}
	require.Len(t, names, 2)
	blank, boot := names["blank"], names["boot"]
	assert.Equal(t, 1, blank.Size)
	assert.False(t, blank.Bootable)
	assert.False(t, blank.Multiattach)
	assert.Equal(t, 3, boot.Size)
	assert.True(t, boot.Bootable)
	assert.True(t, boot.Multiattach, "its type is the default one")
	image := state.Images.Get(read, boot.ImageMetadata["image_id"])
	require.NotNil(t, image)
	assert.Equal(t, image.Content(), boot.Content)

	for want, change := range map[string]func(*Seed){
		`volume blank names volume type "nope", which is not there`: func(s *Seed) { s.Volumes[0].Type = "nope" },
		`volume blank names image "nope", which is not there`:       func(s *Seed) { s.Volumes[0].Image = "nope" },
		`volume blank names project "nope", which is not there`:     func(s *Seed) { s.Volumes[0].Project = "nope" },
		`volume blank: a size of -1 GiB`:                            func(s *Seed) { s.Volumes[0].Size = -1 },
		`volume type plain is there twice`:                          func(s *Seed) { s.VolumeTypes[1].Name = "plain" },
	} {
		wrong := Default()
		wrong.VolumeTypes = []VolumeType{{Name: "plain"}, {Name: "other"}}
		wrong.Volumes = []Volume{{Name: "blank", Project: "demo", User: "member"}}
		change(&wrong)
		assert.EqualError(t, wrong.check(), want)
	}
}
