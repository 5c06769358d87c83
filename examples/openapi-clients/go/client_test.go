package clients

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/oapi-codegen/runtime/types"

	"openapi-clients/newest"
	"openapi-clients/v2_1"
	"openapi-clients/v2_54"
)

// env answers a variable of the environment that the test needs.
func env(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set: .ci/openapi-clients starts a mock and sets it", name)
	}
	return value
}

// headers sends the token and the microversion with each request.
func headers(t *testing.T, microversion string) func(context.Context, *http.Request) error {
	token := env(t, "TOKEN")
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Auth-Token", token)
		r.Header.Set("OpenStack-API-Version", "compute "+microversion)
		return nil
	}
}

func read(t *testing.T, r *http.Response, err error, status int, into any) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != status {
		t.Fatalf("answered %s, expected %d", r.Status, status)
	}
	if into == nil {
		return
	}
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

// imageID is the id of the image to boot from.
func imageID(t *testing.T) (id types.UUID) {
	t.Helper()
	must(t, id.UnmarshalText([]byte(env(t, "IMAGE"))))
	return id
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// createdID is the id in the answer to a creation.
func createdID(t *testing.T, r *http.Response, err error) string {
	t.Helper()
	var made struct {
		Server struct {
			ID string `json:"id"`
		} `json:"server"`
	}
	read(t, r, err, http.StatusAccepted, &made)
	return made.Server.ID
}

type shown struct {
	Server struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"server"`
}

func TestTheClientOfTheOldestMicroversion(t *testing.T) {
	c, err := v2_1.NewClient(env(t, "COMPUTE_URL"), v2_1.WithRequestEditorFn(headers(t, "2.1")))
	must(t, err)
	wanted := v2_1.ServerCreate{Name: "go-2.1", ImageRef: &v2_1.ServerCreate_ImageRef{}}
	must(t, wanted.ImageRef.FromServerCreateImageRef0(imageID(t)))
	must(t, wanted.FlavorRef.FromServerCreateFlavorRef0(env(t, "FLAVOR")))
	r, err := c.ServersCreate(t.Context(), nil, v2_1.ServersCreateJSONRequestBody{Server: wanted})
	id := createdID(t, r, err)
	var server shown
	r, err = c.ServersShow(t.Context(), id, nil)
	read(t, r, err, http.StatusOK, &server)
	if server.Server.Name != "go-2.1" {
		t.Errorf("the server is called %q", server.Server.Name)
	}
	r, err = c.ServersDelete(t.Context(), id, nil)
	read(t, r, err, http.StatusNoContent, nil)
}

func TestTheClientOfTheMicroversionThatResetsKeyPairs(t *testing.T) {
	c, err := v2_54.NewClient(env(t, "COMPUTE_URL"), v2_54.WithRequestEditorFn(headers(t, "2.54")))
	must(t, err)
	description := "by a generated client"
	wanted := v2_54.ServerCreate{Name: "go-2.54", ImageRef: &v2_54.ServerCreate_ImageRef{}, Description: &description}
	must(t, wanted.ImageRef.FromServerCreateImageRef0(imageID(t)))
	must(t, wanted.FlavorRef.FromServerCreateFlavorRef0(env(t, "FLAVOR")))
	must(t, wanted.Networks.FromServerCreateNetworks1("none"))
	r, err := c.ServersCreate(t.Context(), nil, v2_54.ServersCreateJSONRequestBody{Server: wanted})
	id := createdID(t, r, err)
	var server shown
	r, err = c.ServersShow(t.Context(), id, nil)
	read(t, r, err, http.StatusOK, &server)
	if server.Server.Description != description {
		t.Errorf("the server is described as %q", server.Server.Description)
	}
	r, err = c.ServersDelete(t.Context(), id, nil)
	read(t, r, err, http.StatusNoContent, nil)
}

func TestTheClientOfTheNewestMicroversion(t *testing.T) {
	c, err := newest.NewClient(env(t, "COMPUTE_URL"), newest.WithRequestEditorFn(headers(t, env(t, "NEWEST"))))
	must(t, err)
	hostname := "generated"
	wanted := newest.ServerCreate{Name: "go-newest", ImageRef: &newest.ServerCreate_ImageRef{}, Hostname: &hostname}
	must(t, wanted.ImageRef.FromServerCreateImageRef0(imageID(t)))
	must(t, wanted.FlavorRef.FromServerCreateFlavorRef0(env(t, "FLAVOR")))
	must(t, wanted.Networks.FromServerCreateNetworks1("none"))
	r, err := c.ServersCreate(t.Context(), nil, newest.ServersCreateJSONRequestBody{Server: wanted})
	id := createdID(t, r, err)
	r, err = c.ServersShow(t.Context(), "nobody", nil)
	read(t, r, err, http.StatusNotFound, nil)
	r, err = c.ServersDelete(t.Context(), id, nil)
	read(t, r, err, http.StatusNoContent, nil)
}
