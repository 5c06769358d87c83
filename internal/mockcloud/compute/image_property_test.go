package compute_test

import (
	"net/http/httptest"
	"strings"

	"github.com/stretchr/testify/require"
)

// setImageProperty gives an image a property, through the image service.
func (c *cloud) setImageProperty(id, name, value string) {
	c.Helper()
	r := httptest.NewRequest("PATCH", "http://cloud.test/image/v2/images/"+id,
		strings.NewReader(`[{"op": "add", "path": "/`+name+`", "value": "`+value+`"}]`))
	r.Header.Set("Content-Type", "application/openstack-images-v2.1-json-patch")
	r.Header.Set("X-Auth-Token", c.token("admin"))
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	require.Equal(c, 200, w.Code, w.Body.String())
}
