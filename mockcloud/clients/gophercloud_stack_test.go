package clients

import (
	"context"
	"testing"

	"plumbline/mockcloud"

	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/buildinfo"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/resourcetypes"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stackevents"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stackresources"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stacks"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stacktemplates"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func templateOf(text string) *stacks.Template {
	t := new(stacks.Template)
	t.Bin = []byte(text)
	return t
}

// TestGophercloudWorksWithStacks takes a stack from its creation to its end.
func TestGophercloudWorksWithStacks(t *testing.T) {
	ctx := context.Background()
	heat := client(t, openstack.NewOrchestrationV1, login(t, mockcloud.Start(t), "member"))

	made, err := stacks.Create(ctx, heat, stacks.CreateOpts{
		Name: "web", TemplateOpts: templateOf(stackTemplate), Parameters: map[string]any{"size": 6}, Tags: []string{"a", "b"},
	}).Extract()
	require.NoError(t, err)
	shown := func() *stacks.RetrievedStack {
		s, err := stacks.Get(ctx, heat, "web", made.ID).Extract()
		require.NoError(t, err)
		return s
	}
	s := shown()
	assert.Equal(t, "CREATE_COMPLETE", s.Status)
	assert.Equal(t, []string{"a", "b"}, s.Tags)
	found, err := stacks.Find(ctx, heat, "web").Extract()
	require.NoError(t, err)
	assert.Equal(t, made.ID, found.ID)

	pages, err := stacks.List(heat, stacks.ListOpts{Name: "web"}).AllPages(ctx)
	require.NoError(t, err)
	listed, err := stacks.ExtractStacks(pages)
	require.NoError(t, err)
	assert.Len(t, listed, 1)

	pages, err = stackresources.List(heat, "web", made.ID, stackresources.ListOpts{Depth: 2}).AllPages(ctx)
	require.NoError(t, err)
	inside, err := stackresources.ExtractResources(pages)
	require.NoError(t, err)
	assert.Len(t, inside, 5)
	one, err := stackresources.Get(ctx, heat, "web", made.ID, "test").Extract()
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"output": "6"}, one.Attributes)
	require.NoError(t, stackresources.MarkUnhealthy(ctx, heat, "web", made.ID, "test",
		stackresources.MarkUnhealthyOpts{MarkUnhealthy: true, ResourceStatusReason: "ill"}).ExtractErr())

	require.NoError(t, stacks.UpdatePatch(ctx, heat, "web", made.ID, stacks.UpdateOpts{Parameters: map[string]any{"size": 8}}).ExtractErr())
	s = shown()
	assert.Equal(t, "UPDATE_COMPLETE", s.Status)
	assert.Equal(t, "8", s.Parameters["size"])
	require.NoError(t, stacks.Update(ctx, heat, "web", made.ID,
		stacks.UpdateOpts{TemplateOpts: templateOf(
			"heat_template_version: 2018-08-31\nresources: {nothing: {type: OS::Heat::None}}\n")}).ExtractErr())
	pages, err = stackresources.List(heat, "web", made.ID, nil).AllPages(ctx)
	require.NoError(t, err)
	inside, err = stackresources.ExtractResources(pages)
	require.NoError(t, err)
	assert.Len(t, inside, 1)

	pages, err = stackevents.List(heat, "web", made.ID, stackevents.ListOpts{Limit: 3}).AllPages(ctx)
	require.NoError(t, err)
	events, err := stackevents.ExtractEvents(pages)
	require.NoError(t, err)
	assert.NotEmpty(t, events)

	preview, err := stacks.Preview(ctx, heat,
		stacks.PreviewOpts{Name: "other", DisableRollback: nil, Timeout: 10, TemplateOpts: templateOf(stackTemplate)}).Extract()
	require.NoError(t, err)
	assert.Len(t, preview.Resources, 3)
	valid, err := stacktemplates.Validate(ctx, heat, stacktemplates.ValidateOpts{Template: stackTemplate}).Extract()
	require.NoError(t, err)
	assert.Contains(t, valid.Parameters, "size")
	info, err := buildinfo.Get(ctx, heat).Extract()
	require.NoError(t, err)
	assert.NotEmpty(t, info.API.Revision)
	types, err := resourcetypes.List(ctx, heat, resourcetypes.ListOpts{NameRegex: "OS::Heat::.*"}).Extract()
	require.NoError(t, err)
	assert.NotEmpty(t, types)

	require.NoError(t, stacks.Delete(ctx, heat, "web", made.ID).ExtractErr())
	pages, err = stacks.List(heat, nil).AllPages(ctx)
	require.NoError(t, err)
	listed, err = stacks.ExtractStacks(pages)
	require.NoError(t, err)
	assert.Empty(t, listed)
}
