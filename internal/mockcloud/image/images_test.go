package image

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

type object = map[string]any

const root = "/image/v2/images"

func made(t *testing.T, c *trial.Cloud, who string, body object) string {
	t.Helper()
	a := c.Do(who, "POST", root, body)
	require.Equal(t, 201, a.Status, a.Body)
	return a.Text("id")
}

// active makes an image with the data "abcdef".
func active(t *testing.T, c *trial.Cloud, who string, more object) string {
	t.Helper()
	body := object{"name": "a", "disk_format": "raw", "container_format": "bare"}
	for k, v := range more {
		body[k] = v
	}
	id := made(t, c, who, body)
	a := c.Do(who, "PUT", root+"/"+id+"/file", "abcdef", "Content-Type", "application/octet-stream")
	require.Equal(t, 204, a.Status, a.Body)
	return id
}

func patch(ops ...object) (body any, header, kind string) {
	list := []any{}
	for _, o := range ops {
		list = append(list, o)
	}
	return list, "Content-Type", patchType
}

func TestTheLifeOfAnImage(t *testing.T) {
	c := trial.New(t, New)
	a := c.Do("member", "POST", root,
		object{"name": "a", "disk_format": "raw", "container_format": "bare", "own": "x", "tags": []any{"t2", "t1"}, "min_disk": 1})
	require.Equal(t, 201, a.Status, a.Body)
	id := a.Text("id")
	assert.Equal(t, "http://cloud.test"+root+"/"+id, a.Header.Get("Location"))
	assert.Equal(t, object{
		"id": id, "name": "a", "status": "queued", "visibility": "shared", "owner": trial.Demo, "size": nil, "virtual_size": nil,
		"checksum": nil, "os_hash_algo": nil, "os_hash_value": nil, "disk_format": "raw", "container_format": "bare",
		"min_disk": 1.0, "min_ram": 0.0,
		"protected": false, "os_hidden": false, "own": "x", "tags": []any{"t1", "t2"}, "created_at": "2026-01-02T03:04:05Z",
		"updated_at": "2026-01-02T03:04:05Z", "self": "/v2/images/" + id, "file": "/v2/images/" + id + "/file", "schema": "/v2/schemas/image",
	}, a.JSON)
	assert.Equal(t, 204, c.Do("member", "GET", root+"/"+id+"/file", nil).Status, "no data yet")

	c.Clock.Advance(time.Minute)
	assert.Equal(t, 204, c.Do("member", "PUT", root+"/"+id+"/file", "abcdef", "Content-Type", "application/octet-stream").Status)
	show := c.Do("member", "GET", root+"/"+id, nil)
	assert.Equal(t, "active", show.Text("status"))
	assert.Equal(t, 6.0, show.At("size"))
	assert.Equal(t, 6.0, show.At("virtual_size"))
	assert.Equal(t, "e80b5017098950fc58aad83c8c14978e", show.Text("checksum"))
	assert.Equal(t, "sha512", show.Text("os_hash_algo"))
	assert.Equal(t, "e32ef19623e8ed9d267f657a81944b3d07adbb768518068e88435745564e8d4150a0a703be2a7d88b61e3d390c2bb97e2d4c311fdc69d6b1267f05f59aa920e7", show.Text("os_hash_value"))
	assert.Equal(t, "2026-01-02T03:05:05Z", show.Text("updated_at"))

	data := c.Do("member", "GET", root+"/"+id+"/file", nil)
	assert.Equal(t, "abcdef", data.Body)
	assert.Equal(t, "application/octet-stream", data.Header.Get("Content-Type"))
	assert.Equal(t, "e80b5017098950fc58aad83c8c14978e", data.Header.Get("Content-Md5"))
	part := c.Do("member", "GET", root+"/"+id+"/file", nil, "Range", "bytes=1-3")
	assert.Equal(t, 206, part.Status)
	assert.Equal(t, "bcd", part.Body)
	assert.Equal(t, "bytes 1-3/6", part.Header.Get("Content-Range"))
	assert.Equal(t, 416, c.Do("member", "GET", root+"/"+id+"/file", nil, "Range", "bytes=100-").Status)

	assert.Equal(t, 204, c.Do("member", "POST", root+"/"+id+"/actions/deactivate", nil).Status)
	assert.Equal(t, 204, c.Do("member", "POST", root+"/"+id+"/actions/deactivate", nil).Status, "twice is no error")
	assert.Equal(t, "deactivated", c.Do("member", "GET", root+"/"+id, nil).Text("status"))
	assert.Equal(t, 403, c.Do("member", "GET", root+"/"+id+"/file", nil).Status)
	assert.Equal(t, 204, c.Do("member", "POST", root+"/"+id+"/actions/reactivate", nil).Status)
	assert.Equal(t, "active", c.Do("member", "GET", root+"/"+id, nil).Text("status"))

	assert.Equal(t, 204, c.Do("member", "PUT", root+"/"+id+"/tags/t3", nil).Status)
	assert.Equal(t, 204, c.Do("member", "DELETE", root+"/"+id+"/tags/t1", nil).Status)
	assert.Equal(t, 404, c.Do("member", "DELETE", root+"/"+id+"/tags/t1", nil).Status)
	assert.Equal(t, []any{"t2", "t3"}, c.Do("member", "GET", root+"/"+id, nil).At("tags"))

	assert.Equal(t, 204, c.Do("member", "DELETE", root+"/"+id, nil).Status)
	assert.Equal(t, 404, c.Do("member", "GET", root+"/"+id, nil).Status)
}

func TestRefusals(t *testing.T) {
	c := trial.New(t, New)
	queued, full := made(t, c, "member", object{}), active(t, c, "member", object{"protected": true})
	for _, row := range []struct {
		name, who, method, path string
		body                    any
		kind                    string
		status                  int
		text                    string
	}{
		{"a reader creates", "reader", "POST", "", object{}, "", 403, "You are not authorized to complete add_image action."},
		{
			"a member makes a public one", "member", "POST", "",
			object{"visibility": "public"},
			"", 403,
			"You are not authorized to complete publicize_image action.",
		},
		{"for another owner", "member", "POST", "", object{"owner": "abc"}, "", 403, "You are not permitted to create images owned by 'abc'"},
		{"a status", "member", "POST", "", object{"status": "active"}, "", 403, "Attribute 'status' is read-only."},
		{
			"a number for a name", "member", "POST", "",
			object{"name": 5},
			"", 400,
			"Provided object does not match schema 'image': 5 is not of type",
		},
		{"a number for a property", "member", "POST", "", object{"own": 5}, "", 400, "5 is not of type 'string'"},
		{"an unknown format", "member", "POST", "", object{"disk_format": "zzz"}, "", 400, "'zzz' is not one of [None, 'ami'"},
		{
			"a negative size", "member", "POST", "",
			object{"min_disk": -1},
			"", 400,
			"Invalid value '-1' for parameter 'min_disk': Cannot be a negative value",
		},
		{"an id that is taken", "member", "POST", "", object{"id": full}, "", 409, "Image ID " + full + " already exists!"},
		{"broken JSON", "member", "POST", "", "{", "", 400, "Malformed JSON in request body."},
		{"no body", "member", "POST", "", nil, "", 400, "Body expected in request."},
		{
			"data without formats", "member", "PUT", "/" + queued + "/file", "x", "application/octet-stream", 400,
			"Properties disk_format, container_format must be set prior to saving data.",
		},
		{
			"data as JSON", "member", "PUT", "/" + full + "/file", "x", "application/json", 415,
			"The request media type application/json is not supported",
		},
		{
			"data twice", "member", "PUT", "/" + full + "/file", "x", "application/octet-stream", 409,
			"Image status transition from active to saving is not allowed",
		},
		{
			"data by a reader", "reader", "PUT", "/" + queued + "/file", "x", "application/octet-stream", 403,
			"You are not authorized to complete upload_image action.",
		},
		{
			"data by an outsider", "outsider", "PUT", "/" + queued + "/file", "x", "application/octet-stream", 404,
			"No image found with ID " + queued,
		},
		{"an outsider looks", "outsider", "GET", "/" + full, nil, "", 404, "No image found with ID " + full},
		{"an outsider deletes", "outsider", "DELETE", "/" + full, nil, "", 404, "Failed to find image " + full + " to delete"},
		{"a reader deletes", "reader", "DELETE", "/" + queued, nil, "", 403, "You are not authorized to complete delete_image action."},
		{"a protected image", "member", "DELETE", "/" + full, nil, "", 403, "Image " + full + " is protected and cannot be deleted."},
		{
			"a queued image is deactivated", "member", "POST", "/" + queued + "/actions/deactivate", nil, "", 403,
			"Not allowed to deactivate image in status 'queued'",
		},
		{"a change as JSON", "member", "PATCH", "/" + full, []any{}, "application/json", 415, "is not supported by this server"},
		{"a wrong method", "member", "DELETE", "", nil, "", 405, "The method DELETE is not allowed for this resource."},
		{"no token", "", "GET", "", nil, "", 401, "This server could not verify that you are authorized"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var headers []string
			if row.kind != "" {
				headers = []string{"Content-Type", row.kind}
			}
			a := c.Do(row.who, row.method, root+row.path, row.body, headers...)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Contains(t, a.Body, row.text)
			assert.Equal(t, "text/plain; charset=UTF-8", a.Header.Get("Content-Type"))
			if row.status == 401 {
				assert.NotEmpty(t, a.Header.Get("Www-Authenticate"))
			}
		})
	}
	assert.Contains(t, c.Do("member", "GET", root+"/nope", nil, "Accept", "*/*").Body, "<h1>404 Not Found</h1>")
	assert.Equal(t, "404 Not Found", c.Do("member", "GET", root+"/nope", nil, "Accept", "application/json").Text("code"))
}

func TestChanges(t *testing.T) {
	op := func(kind, path string, value ...any) object {
		o := object{"op": kind, "path": path}
		if len(value) > 0 {
			o["value"] = value[0]
		}
		return o
	}
	for _, row := range []struct {
		name, who string
		op        object
		status    int
		text      string
	}{
		{"a name", "member", op("replace", "/name", "b"), 200, `"name": "b"`},
		{"a new property", "member", op("add", "/new", "1"), 200, `"new": "1"`},
		{"a property away", "member", op("remove", "/own"), 200, ``},
		{"protection", "member", op("replace", "/protected", true), 200, `"protected": true`},
		{"tags", "member", op("replace", "/tags", []any{"b", "a"}), 200, `"tags": ["a", "b"]`},
		{"visibility", "member", op("replace", "/visibility", "private"), 200, `"visibility": "private"`},
		{"an administrator publishes", "admin", op("replace", "/visibility", "public"), 200, `"visibility": "public"`},
		{"a member publishes", "member", op("replace", "/visibility", "public"), 403, "publicize_image"},
		{"a property that is not there", "member", op("replace", "/zzz", "1"), 409, "Property zzz does not exist."},
		{"removing one that is not there", "member", op("remove", "/zzz"), 409, "Property zzz does not exist."},
		{"removing the name", "member", op("remove", "/name"), 403, "Property name may not be removed."},
		{"the status", "member", op("replace", "/status", "x"), 403, "Attribute 'status' is read-only."},
		{"the id", "member", op("add", "/id", "x"), 403, "Attribute 'id' is read-only."},
		{
			"the format of an active image", "member", op("replace", "/disk_format", "qcow2"), 403,
			"Attribute disk_format can be only replaced for a queued image.",
		},
		{
			"an unknown operation", "member", op("move", "/a", "x"), 400,
			"Invalid operation: `move`. It must be one of the following: add, remove, replace.",
		},
		{"no path", "member", object{"op": "add", "value": "x"}, 400, "Unable to find 'path' in JSON Schema change"},
		{"no value", "member", op("add", "/x"), 400, `Operation "add" requires a member named "value".`},
		{"a path without slash", "member", op("add", "x", "1"), 400, `does not start with "/".`},
		{"a deep path", "member", op("add", "/x/y", "1"), 400, "Invalid JSON pointer for this resource: '/x/y'"},
		{"a number for a property", "member", op("add", "/x", 1), 400, "1 is not of type 'string'"},
		{"an unknown visibility", "member", op("replace", "/visibility", "zz"), 400, "'zz' is not one of"},
		{"by a reader", "reader", op("replace", "/name", "b"), 403, "You are not authorized to complete modify_image action."},
		{"by an outsider", "outsider", op("replace", "/name", "b"), 404, "No image found with ID"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := trial.New(t, New)
			id := active(t, c, "member", object{"own": "x"})
			before := c.Do("member", "GET", root+"/"+id, nil).Body
			body, header, kind := patch(row.op)
			a := c.Do(row.who, "PATCH", root+"/"+id, body, header, kind)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Contains(t, a.Body, row.text)
			if row.status != 200 {
				assert.Equal(t, before, c.Do("member", "GET", root+"/"+id, nil).Body, "a refused change changes nothing")
			}
		})
	}
	c := trial.New(t, New)
	id := active(t, c, "member", nil)
	a := c.Do("member", "PATCH", root+"/"+id, object{"op": "add"}, "Content-Type", patchType)
	assert.Contains(t, a.Body, "Request body must be a JSON array of operation objects.")
}

func TestLists(t *testing.T) {
	c := trial.New(t, New)
	first := active(t, c, "member", object{"name": "one", "own": "x", "tags": []any{"a", "b"}})
	second := made(t, c, "member", object{"name": "two"})
	public := active(t, c, "admin", object{"name": "three", "visibility": "public", "protected": true})
	hidden := made(t, c, "member", object{"name": "four", "os_hidden": true})
	community := made(t, c, "outsider", object{"name": "five", "visibility": "community"})
	for _, row := range []struct {
		who, query string
		status     int
		want       []string
	}{
		{"member", "", 200, []string{"three", "two", "one"}},
		{"outsider", "", 200, []string{"five", "three"}},
		{"admin", "", 200, []string{"three", "two", "one"}},
		{"member", "?visibility=community", 200, []string{"five"}},
		{"member", "?visibility=all", 200, []string{"five", "three", "two", "one"}},
		{"member", "?visibility=zz", 400, nil},
		{"member", "?os_hidden=true", 200, []string{"four"}},
		{"member", "?name=one", 200, []string{"one"}},
		{"member", "?name=in:one,two", 200, []string{"two", "one"}},
		{"member", "?id=" + first, 200, []string{"one"}},
		{"member", "?status=queued", 200, []string{"two"}},
		{"member", "?own=x", 200, []string{"one"}},
		{"member", "?tag=a&tag=b", 200, []string{"one"}},
		{"member", "?protected=true", 200, []string{"three"}},
		{"member", "?protected=zz", 400, nil},
		{"member", "?size_min=6", 200, []string{"three", "one"}},
		{"member", "?updated_at=gte:2010-01-01T00:00:00Z", 200, []string{"three", "two", "one"}},
		{"member", "?created_at=gt:2010-01-01T00:00:00&name=one", 200, []string{"one"}},
		{"member", "?created_at=lt:2010-01-01T00:00:00Z", 200, []string{}},
		{"member", "?updated_at=2010-01-01T00:00:00Z", 200, []string{}},
		{"member", "?updated_at=gte:never", 400, nil},
		{"member", "?updated_at=near:2010-01-01T00:00:00Z", 400, nil},
		{"member", "?owner=" + trial.Other, 200, []string{}},
		{"member", "?sort=name:asc", 200, []string{"one", "three", "two"}},
		{"member", "?sort_key=name&sort_dir=desc", 200, []string{"two", "three", "one"}},
		{"member", "?sort=zzz", 400, nil},
		{"member", "?sort_key=name&sort_dir=zz", 400, nil},
		{"member", "?limit=0", 200, []string{}},
		{"member", "?limit=x", 400, nil},
		{"member", "?limit=-1", 400, nil},
		{"member", "?marker=" + public, 200, []string{"two", "one"}},
		{"member", "?marker=nope", 400, nil},
		{"outsider", "?marker=" + second, 403, nil},
		{"member", "?marker=", 400, nil},
		{"member", "?limit=1&limit=2", 200, []string{}},
		{"member", "?limit=%202", 200, nil},
		{"member", "?visibility=", 200, []string{}},
		{"member", "?visibility=public&visibility=private", 200, []string{}},
		{"member", "?name=neq:one", 400, nil},
		{"member", "?name=in:%22one", 400, nil},
		{"member", "?owner=in:a,b", 200, []string{}},
		{"member", "?changes-since=2014-01-01", 400, nil},
		{"member", "?member_status=", 400, nil},
		{"member", "?sort_key=%20name&sort_dir=%20asc", 200, nil},
		{"member", "?sort_key=name&sort_dir=asc&sort_dir=desc", 400, nil},
		{"member", "?sort=", 400, nil},
		{"member", "?checksum=", 200, []string{}},
	} {
		t.Run(row.who+row.query, func(t *testing.T) {
			a := c.Do(row.who, "GET", root+row.query, nil)
			require.Equal(t, row.status, a.Status, a.Body)
			if row.want != nil {
				assert.Equal(t, row.want, a.Names("images", "name"))
			}
		})
	}
	page := c.Do("member", "GET", root+"?limit=1&name=in:one,two", nil)
	assert.Equal(t, "/v2/images?limit=1&name=in%3Aone%2Ctwo", page.Text("first"))
	assert.Equal(t, page.Text("first")+"&marker="+second, page.Text("next"))
	assert.Equal(t, 200, c.Do("outsider", "GET", root+"/"+community, nil).Status)
	assert.Equal(t, 200, c.Do("member", "GET", root+"/"+hidden, nil).Status, "a hidden image is only left out of lists")
}

func TestDiscoveryAndSchemas(t *testing.T) {
	c := trial.New(t, New)
	for path, status := range map[string]int{
		"/image": 300, "/image/": 300, "/image/versions": 200, "/image/nope": 300,
		"/image/v2": 401, "/image/v2/images": 401,
	} {
		a := c.Do("", "GET", path, nil)
		assert.Equal(t, status, a.Status, path)
		if status < 400 {
			assert.Equal(t, "CURRENT", a.Text("versions", 0, "status"))
			assert.Equal(t, "http://cloud.test/image/v2/", a.Text("versions", 0, "links", 0, "href"))
		}
	}
	assert.Equal(t, "image", c.Do("member", "GET", "/image/v2/schemas/image", nil).Text("name"))
	assert.Equal(t, "image", c.Do("member", "GET", "/image/v2/schemas/images", nil).Text("properties", "images", "items", "name"))
	assert.Equal(t, 404, c.Do("member", "GET", "/image/v2/nope", nil).Status)
}

func TestFillLeavesTheVirtualSizeOfOtherFormatsOpen(t *testing.T) {
	qcow := "qcow2"
	img := &state.Image{DiskFormat: &qcow}
	Fill(img, []byte("abc"))
	assert.Nil(t, img.VirtualSize)
	assert.Equal(t, int64(3), *img.Size)
}
