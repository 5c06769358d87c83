package pipeline

import (
	"testing/fstest"

	"plumbline/internal/openapi"
)

// library is the toy service: books that are reserved and bound.
const library openapi.Service = "library"

// libraryDocuments has versions 1.1 to 1.9, of which 1.2 and 1.5 change something.
func libraryDocuments() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"base.yaml": file(`openapi: 3.0.3
info: {title: Library, version: "1.1"}
x-openstack-service: library
x-openstack-microversions: {header: library, min: "1.1", max: "1.9"}
`),
		"base/books.yaml": file(libraryPaths + libraryComponents),
		"overlays/1.2.yaml": file(`overlay: 1.0.0
info: {title: Library 1.2, version: "1.2"}
x-speakeasy-jsonpath: rfc9535
actions:
  - target: $.info
    update: {version: "1.2", x-openstack-change: Books say whether they are reserved., x-openstack-change-scope: schema}
  - target: $.components.schemas.Book.properties
    update:
      reserved: {type: boolean}
`),
		"overlays/1.5.yaml": file(`overlay: 1.0.0
info: {title: Library 1.5, version: "1.5"}
x-speakeasy-jsonpath: rfc9535
actions:
  - target: $.info
    update: {version: "1.5", x-openstack-change: Books have a summary., x-openstack-change-scope: schema}
  - target: $.components.schemas.Book.properties
    update:
      summary: {type: string}
      binding: {type: string, nullable: true}
`),
	}
}

const libraryPaths = `paths:
  /:
    get:
      operationId: versions.show
      x-openstack-public: true
      x-openstack-query: open
      responses: {"200": {$ref: '#/components/responses/Anything'}, "406": {$ref: '#/components/responses/Fault'}}
  /shelves:
    get:
      operationId: shelves.list
      x-openstack-policy: library:read
      x-openstack-query: open
      responses: {"200": {$ref: '#/components/responses/Anything'}}
  /books:
    get:
      operationId: books.list
      x-openstack-policy: library:read
      x-openstack-query: open
      responses:
        "200":
          description: Books
          content:
            application/json:
              schema:
                type: object
                additionalProperties: false
                properties:
                  books: {type: array, items: {$ref: '#/components/schemas/Book'}}
    post:
      operationId: books.create
      x-openstack-policy: library:write
      x-openstack-query: open
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [book]
              additionalProperties: false
              properties:
                book:
                  type: object
                  required: [title]
                  additionalProperties: false
                  properties:
                    title: {type: string}
      responses: {"202": {$ref: '#/components/responses/Anything'}}
  /books/{book_id}:
    parameters:
      - {name: book_id, in: path, required: true, schema: {type: string}}
    get:
      operationId: books.show
      x-openstack-policy: library:read
      x-openstack-query: open
      responses:
        "200":
          description: A book
          content:
            application/json:
              schema:
                type: object
                required: [book]
                additionalProperties: false
                properties:
                  book: {$ref: '#/components/schemas/Book'}
    put:
      operationId: books.update
      x-openstack-policy: library:write
      x-openstack-query: open
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"200": {$ref: '#/components/responses/Anything'}}
  /books/{book_id}/action:
    parameters:
      - {name: book_id, in: path, required: true, schema: {type: string}}
    x-openstack-actions:
      reserve:
        operationId: books.reserve
        x-openstack-policy: library:write
        x-openstack-query: open
        requestBody:
          required: true
          content:
            application/json:
              schema: {type: object, required: [reserve], additionalProperties: false, properties: {reserve: {}}}
        responses: {"202": {description: Reserved}, "400": {$ref: '#/components/responses/Fault'}}
      burn:
        operationId: books.burn
        x-openstack-policy: library:burn
        x-openstack-query: open
        requestBody:
          required: true
          content:
            application/json:
              schema: {type: object, required: [burn], additionalProperties: false, properties: {burn: {}}}
        responses: {"202": {description: Burnt}}
      bind:
        operationId: books.bind
        x-openstack-policy: library:write
        x-openstack-query: open
        requestBody:
          required: true
          content:
            application/json:
              schema:
                type: object
                required: [bind]
                additionalProperties: false
                properties:
                  bind:
                    type: object
                    required: [cover]
                    additionalProperties: false
                    properties:
                      cover: {type: string}
                      title: {type: string}
        responses:
          "202":
            description: It is being bound
            content:
              application/json:
                schema:
                  type: object
                  required: [book]
                  additionalProperties: false
                  properties:
                    book: {$ref: '#/components/schemas/Book'}
`

const libraryComponents = `components:
  responses:
    Fault:
      description: refused
      content: {application/json: {schema: {type: object}}}
    Anything:
      description: anything
      content: {application/json: {schema: {type: object}}}
  schemas:
    Book:
      type: object
      required: [id, title, pages]
      additionalProperties: false
      properties:
        id: {type: string}
        title: {type: string}
        pages: {type: integer}
        shelf:
          x-openstack-field-policy: library:shelf
          type: string
`
