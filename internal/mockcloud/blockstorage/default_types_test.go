package blockstorage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDefaultTypesThatAreRefused(t *testing.T) {
	c := newCloud(t)
	const own, denied, erred = "/default-types/" + demo, "You are not authorized to perform this operation.",
		"The server has either erred or is incapable of performing the requested operation."
	choice := func(name any) object { return object{"default_type": object{"volume_type": name}} }
	for _, row := range []struct {
		who, version, method, path string
		body                       any
		status                     int
		text                       string
	}{
		{"admin", "3.61", "GET", "/default-types", nil, 404, "The resource could not be found."},
		{"admin", "3.61", "PUT", own, choice("multiattach"), 404, "The resource could not be found."},
		{"admin", "3.62", "GET", own, nil, 404, "Default type for project " + demo + " not found."},
		{"admin", "3.62", "GET", "/default-types/nope", nil, 404, "Project with id nope not found."},
		{"admin", "3.62", "PUT", "/default-types/nope", choice("nope"), 404, "Project with id nope not found."},
		{"admin", "3.62", "PUT", own, object{}, 500, erred},
		{
			"admin", "3.62", "PUT", own,
			object{"default_type": nil},
			400,
			"Invalid input for field/attribute default_type. Value: None. None is not of type 'object'",
		},
		{
			"admin", "3.62", "PUT", own,
			object{"default_type": object{}},
			400,
			"Invalid input for field/attribute default_type. Value: {}. 'volume_type' is a required property",
		},
		{"admin", "3.62", "PUT", own, choice(""), 400, "Invalid input for field/attribute volume_type. Value: . '' is too short"},
		{"admin", "3.62", "PUT", own, choice(" "), 400, "An invalid 'name' value was provided. The 'name' can not be empty."},
		{"admin", "3.62", "PUT", own, choice(7), 400, "Invalid input for field/attribute volume_type. Value: 7. 7 is not of type 'string'"},
		{"admin", "3.62", "PUT", own, choice("nope"), 400, "Volume type with name nope could not be found."},
		{"admin", "3.62", "PUT", own, choice(unknown), 400, "Volume type " + unknown + " could not be found."},
		{"member", "3.62", "GET", "/default-types", nil, 403, denied},
		{"member", "3.62", "GET", own, nil, 403, denied},
		{"reader", "3.62", "DELETE", own, nil, 403, denied},
		{"member", "3.62", "PUT", own, choice("multiattach"), 403, denied},
		{"outsider", "3.62", "GET", "/default-types", nil, 403, denied},
		{"outsider", "3.62", "GET", own, nil, 500, erred},
		{"outsider", "3.62", "PUT", own, choice("multiattach"), 500, erred},
	} {
		a := c.do(row.who, row.version, row.method, row.path, row.body)
		_, message := a.fault()
		assert.Equal(t, row.status, a.status, "%s %s %v by %s", row.method, row.path, row.body, row.who)
		assert.Equal(t, row.text, message, "%s %s %v by %s", row.method, row.path, row.body, row.who)
	}
	a := c.do("admin", "3.62", "GET", "/"+demo+"/default-types", nil)
	assert.Equal(t, 404, a.status, "its URL has no project")
	assert.Contains(t, a.body, "The resource could not be found.")
	assert.Equal(t, 404, c.do("admin", "3.62", "GET", "/"+demo+own, nil).status)
	assert.Equal(t, []any{}, c.do("admin", "3.62", "GET", "/default-types", nil).at("default_types"))
}

func TestAProjectHasADefaultTypeOfItsOwn(t *testing.T) {
	c := newCloud(t)
	const own = "/default-types/" + demo
	set := func(name string) answer {
		return c.do("admin", "3.62", "PUT", own, object{"default_type": object{"volume_type": name}, "more": 1})
	}
	create := func(who string) answer {
		return c.do(who, "3.61", "POST", "/volumes", object{"volume": object{"size": 1}})
	}
	shown := func(who string) answer { return c.do(who, "3.0", "GET", "/types/default", nil) }
	usual := shown("member").text("volume_type", "name")
	require.NotEqual(t, "multiattach", usual)
	id := c.do("admin", "", "POST", "/types", object{"volume_type": object{"name": "fast"}}).text("volume_type", "id")
	want := object{"project_id": demo, "volume_type_id": id}
	for _, name := range []string{"fast", id} {
		a := set(name)
		require.Equal(t, 200, a.status, a.body)
		assert.Equal(t, want, a.at("default_type"))
	}
	assert.Equal(t, want, c.do("admin", "3.62", "GET", own, nil).at("default_type"))
	assert.Equal(t, []any{want}, c.do("admin", "3.62", "GET", "/default-types", nil).at("default_types"))
	assert.Equal(t, "fast", shown("member").text("volume_type", "name"))
	assert.Equal(t, usual, shown("outsider").text("volume_type", "name"), "another project has the usual one")
	assert.Equal(t, "fast", create("member").text("volume", "volume_type"))
	assert.Equal(t, usual, create("outsider").text("volume", "volume_type"))
	backup := c.do("member", "", "POST", "/backups", object{"backup": object{"volume_id": c.volume(nil)}}).text("backup", "id")
	restored := c.do("member", "", "POST", "/backups/"+backup+"/restore", object{"restore": object{}}).text("restore", "volume_id")
	assert.Equal(t, "fast", c.do("member", "", "GET", "/volumes/"+restored, nil).text("volume", "volume_type"))
	managing := object{"volume": object{"host": "controller@file#file", "ref": object{"source-name": "x"}}}
	assert.Equal(t, "fast", c.do("admin", "", "POST", "/os-volume-manage", managing).text("volume", "volume_type"))

	hidden := object{"volume_type": object{"name": "hidden", "os-volume-type-access:is_public": false}}
	hiddenID := c.do("admin", "", "POST", "/types", hidden).text("volume_type", "id")
	require.Equal(t, 200, set("hidden").status)
	for _, refused := range []answer{shown("member"), create("member")} {
		_, message := refused.fault()
		assert.Equal(t, 404, refused.status)
		assert.Equal(t, "Volume type "+hiddenID+" could not be found.", message)
	}
	_, message := c.do("admin", "", "DELETE", "/types/"+hiddenID, nil).fault()
	assert.Equal(t, "The volume type "+hiddenID+" is a default volume type and cannot be deleted.", message)
	for range 2 {
		assert.Equal(t, 204, c.do("admin", "3.62", "DELETE", own, nil).status)
	}
	assert.Equal(t, usual, shown("member").text("volume_type", "name"))
	assert.Equal(t, 404, c.do("admin", "3.62", "GET", own, nil).status)
	assert.Equal(t, 202, c.do("admin", "", "DELETE", "/types/"+hiddenID, nil).status)
}
