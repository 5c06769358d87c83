package openapi_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

func TestProfilesHaveTheirOwnVersions(t *testing.T) {
	shipped, specified := load(t, folder(), openapi.Shipped), load(t, folder(), openapi.Specified)
	assert.Equal(t, "2.1", shipped.Min().String())
	assert.Equal(t, "2.4", shipped.Max().String())
	assert.Equal(t, "2.5", specified.Max().String())
	assert.Len(t, shipped.Versions(), 4)
	assert.Len(t, specified.Versions(), 5)
	assert.Equal(t, "compute", shipped.Header())
	assert.Equal(t, openapi.Compute, shipped.Service())
	assert.Equal(t, openapi.Specified, specified.Profile())
}

func TestADocumentIsTheBaseAndAllOverlaysUpToIt(t *testing.T) {
	for _, row := range []struct {
		profile     openapi.Profile
		at          string
		update, key bool
		null        bool
		change      string
	}{
		{openapi.Shipped, "2.1", false, false, false, ""},
		{openapi.Shipped, "2.2", true, false, false, "Servers have tags."},
		{openapi.Shipped, "2.3", true, true, true, "A rebuild may change the key pair."},
		{openapi.Shipped, "2.4", true, true, true, "Nothing that can be seen here."},
		{openapi.Specified, "2.2", true, false, false, "Servers have tags."},
		{openapi.Specified, "2.3", true, true, false, "The key pair is a name."},
		{openapi.Specified, "2.4", true, true, false, "Nothing that can be seen here."},
		{openapi.Specified, "2.5", true, true, false, "Servers say more."},
	} {
		t.Run(string(row.profile)+" "+row.at, func(t *testing.T) {
			d := at(t, load(t, folder(), row.profile), row.at)
			assert.Equal(t, row.update, d.Operation("servers.update") != nil)
			body := func(key any) map[string]any {
				return map[string]any{"rebuild": map[string]any{"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "key_name": key}}
			}
			rebuild := d.Operation("servers.rebuild")
			assert.Equal(t, row.key, rebuild.CheckBody(body("K2")) == nil)
			assert.Equal(t, row.null, rebuild.CheckBody(body(nil)) == nil)
			assert.Equal(t, row.change, d.Change())
			assert.Equal(t, openapi.MustVersion(row.at), d.Version)
		})
	}
}

func TestAnUnknownVersionNamesTheRange(t *testing.T) {
	_, err := load(t, folder(), openapi.Shipped).At(openapi.MustVersion("2.5"))
	require.ErrorIs(t, err, openapi.ErrVersion)
	assert.ErrorContains(t, err, "compute 2.5 is not between 2.1 and 2.4 (shipped)")
	for _, s := range []string{"2.0", "3.1", ""} {
		v, err := openapi.ParseVersion(s)
		require.NoError(t, err)
		_, err = load(t, folder(), openapi.Shipped).At(v)
		assert.ErrorIs(t, err, openapi.ErrVersion, s)
	}
}

func TestAServiceWithoutMicroversionsHasOneDocument(t *testing.T) {
	fsys := folder()
	for name := range fsys {
		if name[:4] != "base" {
			delete(fsys, name)
		}
	}
	fsys["base.yaml"] = file("openapi: 3.0.3\ninfo: {title: t, version: v1}\nx-openstack-service: compute\n")
	fsys["specified/lock.yaml"] = file("overlay: 1.0.0\ninfo: {title: t, version: v1}\nactions: [{target: $.info, " +
		"update: {x-openstack-change: More.}}]\n")
	for profile, change := range map[openapi.Profile]string{openapi.Shipped: "", openapi.Specified: "More."} {
		c := load(t, fsys, profile)
		assert.Equal(t, []openapi.Version{{}}, c.Versions())
		assert.Empty(t, c.Header())
		d, err := c.At(openapi.Version{})
		require.NoError(t, err)
		assert.Equal(t, change, d.Change())
		_, err = c.At(openapi.MustVersion("2.1"))
		assert.ErrorContains(t, err, "has no microversions")
	}
}

func TestFoldersThatCannotBeLoaded(t *testing.T) {
	for name, row := range map[string]struct{ file, content, want string }{
		"another service": {"base.yaml", "x-openstack-service: image\n", `x-openstack-service is "image"`},
		"no range": {
			"base.yaml",
			"x-openstack-service: compute\nx-openstack-microversions: {header: compute, min: '2.4', max: '2.1'}\n", "min not above max",
		},
		"a fragment with more": {"base/zz.yaml", "info: {}\n", `base/zz.yaml: unknown key "info"`},
		"a fragment that repeats": {
			"base/zz.yaml", "paths: {/servers: {get: {operationId: again}}}\n",
			"base/zz.yaml: /paths//servers/get is defined elsewhere",
		},
		"a schema that repeats": {
			"base/zz.yaml", "components: {schemas: {Server: {type: object}}}\n",
			"/components/schemas/Server is defined elsewhere",
		},
		"an action that repeats": {
			"base/zz.yaml",
			"paths: {'/servers/{server_id}/action': {x-openstack-actions: {rebuild: {operationId: x}}}}\n", "rebuild is defined elsewhere",
		},
		"an overlay too new":     {"overlays/2.5.yaml", "", "overlays/2.5.yaml: overlays are for versions after 2.1 up to 2.4"},
		"an overlay of the base": {"overlays/2.1.yaml", "", "overlays are for versions after 2.1"},
		"an overlay of no name":  {"overlays/two.yaml", "", "overlays/two.yaml"},
		"something else":         {"overlays/2.2.json", "", "only *.yaml files belong here"},
		"YAML that is none":      {"base/zz.yaml", "a: [", "base/zz.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := folder()
			fsys[row.file] = file(row.content)
			_, err := openapi.Load(fsys, openapi.Compute, openapi.Shipped)
			assert.ErrorContains(t, err, row.want)
		})
	}
}

func TestAnOverlayThatDoesNotApplyFailsFromItsVersionOn(t *testing.T) {
	fsys := folder()
	fsys["overlays/2.3.yaml"] = change("2.3", "Wrong.", "\n  - {target: $.nope, remove: true}\n")
	c := load(t, fsys, openapi.Shipped)
	_, err := c.At(openapi.MustVersion("2.4"))
	assert.ErrorContains(t, err, "documents of compute (shipped): overlays/2.3.yaml: action 2 ($.nope): the target selects nothing")
	at(t, c, "2.2")
	rt, _, _ := c.Routes().Match("PUT", "/servers/1")
	assert.NotNil(t, rt, "routes of the versions before are there")
}

func TestActionsMayComeFromSeveralFragments(t *testing.T) {
	fsys := folder()
	fsys["base/zz.yaml"] = file("paths: {'/servers/{server_id}/action': {x-openstack-actions: {lock: {operationId: " +
		"servers.lock, responses: {'202': {description: locked}}}}}}\n")
	d := at(t, load(t, fsys, openapi.Shipped), "2.1")
	assert.NotNil(t, d.Operation("servers.lock"))
	assert.NotNil(t, d.Operation("servers.rebuild"))
}

func TestWithBuildsLaterVersionsOnTheOverlay(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	ov := overlay.Overlay{
		Version: "2.2",
		Actions: []overlay.OverlayAction{{Target: "$.components.schemas.Rebuild", Update: map[string]any{"required": []any{"name"}}}},
	}
	altered, err := c.With(openapi.MustVersion("2.2"), ov)
	require.NoError(t, err)
	body := map[string]any{"rebuild": map[string]any{"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b"}}
	for v, refused := range map[string]bool{"2.1": false, "2.2": true, "2.3": true, "2.4": true} {
		assert.Equal(t, refused, at(t, altered, v).Operation("servers.rebuild").CheckBody(body) != nil, v)
		assert.Nil(t, at(t, c, v).Operation("servers.rebuild").CheckBody(body), v)
	}
	assert.Same(t, c.Routes(), altered.Routes())
}

func TestWithAddsRoutes(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	ov := overlay.Overlay{
		Version: "2.2",
		Actions: []overlay.OverlayAction{
			{Target: "$.paths", Update: map[string]any{"/new": map[string]any{"get": map[string]any{"operationId": "new.show"}}}},
		},
	}
	for _, alter := range []func() (*openapi.Chain, error){
		func() (*openapi.Chain, error) { return c.With(openapi.MustVersion("2.2"), ov) },
		func() (*openapi.Chain, error) {
			return c.WithOverlayBetween(openapi.MustVersion("2.2"), openapi.Version{}, ov)
		},
	} {
		altered, err := alter()
		require.NoError(t, err)
		rt, _, _ := altered.Routes().Match("GET", "/new")
		require.NotNil(t, rt)
		assert.Equal(t, "new.show", at(t, altered, "2.4").Lookup(rt, "").ID)
		assert.Nil(t, at(t, altered, "2.1").Lookup(rt, ""))
		rt, _, _ = c.Routes().Match("GET", "/new")
		assert.Nil(t, rt)
	}
}

func TestAlteredChangesFinishedDocumentsOnly(t *testing.T) {
	c := load(t, folder(), openapi.Shipped)
	gone := overlay.Overlay{Actions: []overlay.OverlayAction{{Target: "$.components.schemas.Rebuild.properties.key_name", Remove: true}}}
	altered, err := c.WithOverlayBetween(openapi.MustVersion("2.3"), openapi.MustVersion("2.3"), gone)
	require.NoError(t, err)
	body := map[string]any{"rebuild": map[string]any{"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "key_name": "K2"}}
	assert.NotNil(t, at(t, altered, "2.3").Operation("servers.rebuild").CheckBody(body))
	assert.Nil(t, at(t, altered, "2.4").Operation("servers.rebuild").CheckBody(body))
	// the specified chain's overlay of 2.3 touches key_name after 2.2: With would stumble over it, Altered does not
	specified := load(t, folder(), openapi.Specified)
	early := overlay.Overlay{
		Actions: []overlay.OverlayAction{{Target: "$.components.schemas", Update: map[string]any{"Extra": map[string]any{"type": "object"}}}},
	}
	altered, err = specified.WithOverlayBetween(openapi.MustVersion("2.1"), openapi.Version{}, early)
	require.NoError(t, err)
	assert.Contains(t, at(t, altered, "2.5").Tree["components"].(map[string]any)["schemas"], "Extra")

	_, err = c.WithOverlayBetween(openapi.MustVersion("2.1"), openapi.Version{}, gone)
	assert.ErrorIs(t, err, overlay.ErrNoMatch)
	_, err = c.WithOverlayBetween(openapi.MustVersion("2.9"), openapi.Version{}, gone)
	assert.ErrorIs(t, err, openapi.ErrVersion)
	_, err = altered.With(openapi.MustVersion("2.1"), early)
	assert.Error(t, err)
	_, err = c.With(openapi.MustVersion("2.1"), gone)
	assert.ErrorIs(t, err, overlay.ErrNoMatch)
}

func TestChainsAreSafeForConcurrentUse(t *testing.T) {
	c := load(t, folder(), openapi.Specified)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			v := c.Versions()[i%5]
			d, err := c.At(v)
			assert.NoError(t, err)
			rt, _, _ := c.Routes().Match("GET", "/servers/1")
			op := d.Lookup(rt, "")
			assert.Empty(t, op.CheckResponse(404, nil, map[string]any{}))
			assert.NotNil(t, d.Operation("servers.rebuild").CheckBody(map[string]any{}))
		})
	}
	wg.Wait()
}

func TestBuiltinChainsAreKept(t *testing.T) {
	a, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	b, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	require.NoError(t, err)
	assert.Same(t, a, b)
	_, err = openapi.Builtin("nova", openapi.Shipped)
	assert.Error(t, err)
	_, err = openapi.Builtin(openapi.Compute, "x")
	assert.Error(t, err)
}
