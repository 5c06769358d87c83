package openapi_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// folder is a small compute service with four versions in shipped and five in specified.
func folder() fstest.MapFS {
	return fstest.MapFS{
		"base.yaml": file(`
openapi: 3.0.3
info: {title: Small, version: "2.1"}
x-openstack-service: compute
x-openstack-microversions: {header: compute, min: "2.1", max: "2.4"}
`),
		"base/faults.yaml": file(`
components:
  responses:
    Fault:
      description: refused
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Fault'}
  schemas:
    Fault: {type: object, additionalProperties: {type: object}}
`),
		"base/servers.yaml": file(`
paths:
  /servers:
    get:
      operationId: servers.list
      x-openstack-policy: os_compute_api:servers:index
      x-openstack-query: open
      parameters:
        - {name: limit, in: query, schema: {type: array, items: {type: string, minLength: 1, pattern: '^[0-9]*$'}}}
        - {name: deleted, in: query, schema: {type: boolean}}
      responses:
        "200":
          description: servers
          content:
            application/json:
              schema:
                type: object
                required: [servers]
                additionalProperties: false
                properties:
                  servers: {type: array, items: {$ref: '#/components/schemas/Server'}}
        "400": {$ref: '#/components/responses/Fault'}
  /servers/detail:
    get:
      operationId: servers.detail
      x-openstack-policy: os_compute_api:servers:detail
      responses:
        "200": {description: servers}
  /servers/{server_id}:
    parameters:
      - {name: server_id, in: path, required: true, schema: {type: string}}
    get:
      operationId: servers.show
      x-openstack-policy: os_compute_api:servers:show
      responses:
        "200":
          description: a server
          content:
            application/json:
              schema: {type: object, required: [server], additionalProperties: false, properties: {server: {$ref: '#/components/schemas/Server'}}}
        "404": {$ref: '#/components/responses/Fault'}
    delete:
      operationId: servers.delete
      x-openstack-policy: os_compute_api:servers:delete
      responses:
        "204": {description: gone}
        "404": {$ref: '#/components/responses/Fault'}
components:
  schemas:
    Server:
      type: object
      required: [id, name]
      additionalProperties: false
      properties:
        id: {type: string, format: uuid}
        name: {type: string}
        host: {type: string, nullable: true, x-openstack-field-policy: 'os_compute_api:extended'}
        flavor: {type: object, additionalProperties: false, properties: {id: {type: string}, secret: {type: string, x-openstack-field-policy: 'os_compute_api:flavor'}}}
        metadata: {type: object, additionalProperties: {type: string}}
`),
		"base/actions.yaml": file(`
paths:
  /servers/{server_id}/action:
    parameters:
      - {name: server_id, in: path, required: true, schema: {type: string}}
    x-openstack-actions:
      rebuild:
        operationId: servers.rebuild
        x-openstack-policy: os_compute_api:servers:rebuild
        x-openstack-states: {vm: [active, stopped, error], task: [null], launched: true}
        x-openstack-locked: reject
        requestBody:
          required: true
          content:
            application/json:
              schema: {type: object, required: [rebuild], additionalProperties: false, properties: {rebuild: {$ref: '#/components/schemas/Rebuild'}}}
        responses:
          "202":
            description: rebuilding
            headers: {Location: {required: true, schema: {type: string, format: uri}}}
            content:
              application/json:
                schema: {type: object, required: [server], additionalProperties: false, properties: {server: {$ref: '#/components/schemas/Server'}}}
          "400": {$ref: '#/components/responses/Fault'}
      os-start:
        operationId: servers.start
        x-openstack-policy: os_compute_api:servers:start
        x-openstack-states: {vm: [stopped], host: true}
        requestBody:
          required: true
          content:
            application/json:
              schema: {type: object, required: [os-start], additionalProperties: false, properties: {os-start: {nullable: true}}}
        responses:
          "202": {description: starting}
          "400": {$ref: '#/components/responses/Fault'}
components:
  schemas:
    Rebuild:
      type: object
      required: [imageRef]
      additionalProperties: false
      properties:
        imageRef: {type: string, format: uuid}
        name: {type: string, minLength: 1, maxLength: 255, format: name}
        metadata: {type: object, x-openstack-key-pattern: '^[a-z]{1,9}$', additionalProperties: {type: string, maxLength: 255}}
        tags: {type: array, maxItems: 2, uniqueItems: true, items: {type: string}}
        count: {anyOf: [{type: integer, minimum: 1}, {type: string, pattern: '^[0-9]*$'}]}
        description: {type: string, nullable: true}
        mode: {type: string, enum: [AUTO, MANUAL]}
`),
		"overlays/2.2.yaml": change("2.2", "Servers have tags.", `
  - target: $.components.schemas.Server
    update: {required: [tags], properties: {tags: {type: array, items: {type: string}}}}
  - target: $.paths['/servers/{server_id}']
    update:
      put:
        operationId: servers.update
        x-openstack-policy: os_compute_api:servers:update
        responses:
          "200": {description: updated}
`),
		"overlays/2.3.yaml": change("2.3", "A rebuild may change the key pair.", `
  - target: $.components.schemas.Rebuild
    update: {properties: {key_name: {oneOf: [{type: string, minLength: 1, maxLength: 255}, {type: string, nullable: true, enum: [null]}]}}}
  - target: $.paths['/servers'].get
    update: {x-openstack-query: underscore}
  - target: $.paths['/servers/{server_id}/action']['x-openstack-actions']['os-start']
    remove: true
`),
		"overlays/2.4.yaml": file(`
overlay: 1.0.0
info: {title: Small, version: "2.4"}
actions:
  - target: $.info
    update: {version: "2.4", x-openstack-change: Nothing that can be seen here., x-openstack-change-scope: elsewhere}
`),
		"specified/2.3.yaml": file(`
overlay: 1.0.0
info: {title: Small, version: "2.3"}
actions:
  - target: $.info
    update: {x-openstack-change: The key pair is a name.}
  - target: $.components.schemas.Rebuild.properties.key_name
    remove: true
  - target: $.components.schemas.Rebuild
    update: {properties: {key_name: {type: string, format: name}}}
`),
		"specified/2.5.yaml": change("2.5", "Servers say more.", `
  - target: $.components.schemas.Server
    update: {properties: {more: {type: string}}}
`),
	}
}

func file(content string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(strings.TrimPrefix(content, "\n"))}
}

func change(version, sentence, actions string) *fstest.MapFile {
	return file(fmt.Sprintf(`
overlay: 1.0.0
info: {title: Small, version: %q}
x-speakeasy-jsonpath: rfc9535
actions:
  - target: $.info
    update: {version: %q, x-openstack-change: %s}%s`, version, version, sentence, actions))
}

func load(t testing.TB, fsys fstest.MapFS, p openapi.Profile) *openapi.Chain {
	t.Helper()
	c, err := openapi.Load(fsys, openapi.Compute, p)
	require.NoError(t, err)
	return c
}

func at(t testing.TB, c *openapi.Chain, version string) *openapi.Document {
	t.Helper()
	d, err := c.At(openapi.MustVersion(version))
	require.NoError(t, err)
	return d
}

func operation(t testing.TB, version, id string) *openapi.Operation {
	t.Helper()
	op := at(t, load(t, folder(), openapi.Shipped), version).Operation(id)
	require.NotNil(t, op, id)
	return op
}
