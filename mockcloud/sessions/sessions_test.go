package sessions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"plumbline/mockcloud"
)

// releases are the clouds that sessions were played on: their newest microversion of compute and the policy's defaults.
var releases = map[string]struct{ newest, policy string }{
	"zed":   {"2.93", "legacy"},
	"epoxy": {"2.100", "new"},
}

// real are the people of the real clouds.
var real = map[string][2]string{
	"member": {"demo", "demo"}, "member2": {"demo2", "demo"}, "admin": {"admin", "demo"}, "reader": {"reader", "demo"},
	"outsider": {"alt", "alt"}, "manager": {"manager", "demo"},
}

// people are who plays on a cloud: user and project.
var people = map[string]map[string][2]string{
	"mock": {
		"member": {"member", "demo"}, "member2": {"member2", "demo"}, "admin": {"admin", "demo"}, "reader": {"reader", "demo"},
		"outsider": {"outsider", "alt"}, "manager": {"manager", "demo"},
	},
	"zed": real, "epoxy": real,
}

// TestSessions plays each session on a mock that is as old as the cloud.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			played := 0
			for release := range releases {
				raw, err := os.ReadFile(filepath.Join("testdata", release, name+".json"))
				if errors.Is(err, fs.ErrNotExist) {
					continue
				}
				require.NoError(t, err)
				played++
				t.Run(release, func(t *testing.T) {
					t.Parallel()
					s := read(t, file)
					var recorded []told
					require.NoError(t, json.Unmarshal(raw, &recorded))
					compare(t, release, s, recorded, mock(t, release).play(s))
				})
			}
			require.NotZero(t, played, "the session was never played on a real cloud")
		})
	}
}

// TestUnplayedSessions plays those on the mock that no real cloud has played yet: each step is possible. Once recorded, a session
// moves up into testdata.
func TestUnplayedSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/unplayed/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		for release := range releases {
			t.Run(release+"/"+filepath.Base(file), func(t *testing.T) {
				for _, answer := range mock(t, release).play(read(t, file)) {
					assert.Less(t, answer.Status, 500, answer.Do)
				}
			})
		}
	}
}

// compare fails for each answer that differs without a reason, and for each reason that is none any more. A step may have
// its reason, or what is not compared, from one release alone.
func compare(t *testing.T, release string, s session, real, ours []told) {
	at := 0
	for _, st := range s.Steps {
		if st.Quiet {
			continue
		}
		require.Less(t, at, len(real), "the session has become longer: record it again")
		require.Equal(t, st.Do, real[at].Do, "the session has changed: record it again")
		want, got := indented(real[at]), indented(ours[at])
		switch {
		case st.Differs == "", st.On != "" && st.On != release:
			assert.Equal(t, want, got, "step %d: %s as %s", at+1, st.Do, st.As)
		case want == got:
			t.Errorf("step %d: %s: does not differ any more (%s)", at+1, st.Do, st.Differs)
		}
		at++
	}
	require.Len(t, real, at, "the session has become shorter: record it again")
}

func indented(v any) string {
	raw, _ := json.MarshalIndent(v, "", " ")
	return string(raw)
}

func read(t *testing.T, file string) session {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var s session
	d := yaml.NewDecoder(bytes.NewReader(raw))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&s), file)
	return s
}

func mock(t *testing.T, release string) *cloud {
	made, err := mockcloud.New(mockcloud.WithMaximum("compute", releases[release].newest),
		mockcloud.WithPolicy(releases[release].policy), mockcloud.WithRandomSeed(3))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, made.Close()) })
	c := &cloud{T: t, send: func(r *http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		made.ServeHTTP(w, r)
		return w.Result(), nil
	}, pause: func() { time.Sleep(time.Millisecond) }}
	c.login("mock", "http://mock.test/identity/v3")
	return c
}

// TestRecord plays the sessions on a real cloud and keeps what it answers: the one that PLUMBLINE_SESSIONS names. PLUMBLINE_ONLY
// is one session.
func TestRecord(t *testing.T) {
	release := os.Getenv("PLUMBLINE_SESSIONS")
	if release == "" {
		t.Skip("PLUMBLINE_SESSIONS names no real cloud")
	}
	url := os.Getenv("OS_AUTH_URL")
	require.NotEmpty(t, url, "OS_AUTH_URL says where the cloud is")
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	unplayed, err := filepath.Glob("testdata/unplayed/*.yaml")
	require.NoError(t, err)
	for _, file := range append(files, unplayed...) {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if only := os.Getenv("PLUMBLINE_ONLY"); only != "" && only != name {
			continue
		}
		t.Run(name, func(t *testing.T) {
			// A connection for each request: Keystone closes those whose body it has not read. A redirect is an answer.
			client := &http.Client{
				Transport:     &http.Transport{DisableKeepAlives: true},
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			}
			c := &cloud{T: t, send: client.Do, pause: func() { time.Sleep(300 * time.Millisecond) }}
			c.login(release, url)
			played := c.play(read(t, file))
			require.NoError(t, os.WriteFile(filepath.Join("testdata", release, name+".json"), []byte(indented(played)+"\n"), 0o644))
		})
	}
}

// login gets tokens of everybody, the addresses of services, and what the cloud has.
func (c *cloud) login(release, auth string) {
	tokens := map[string]string{}
	projects := map[string]string{}
	endpoints := map[string]string{}
	c.known, c.seen = map[string]string{}, map[string]string{}
	c.token = func(who string) string {
		if tokens[who] == "" {
			p, known := people[release][who]
			require.True(c, known, "nobody is called %s", who)
			tokens[who], projects[who] = c.signIn(auth, p[0], p[1], endpoints)
		}
		return tokens[who]
	}
	c.token("member")
	c.endpoint = func(service string) string {
		require.NotEmpty(c, endpoints[service], "the catalogue has no %s", service)
		return endpoints[service]
	}
	for who := range people[release] {
		c.token(who)
		c.known["project-of-"+who] = projects[who]
	}
	s := session{}
	c.step(s, step{Do: "GET /v2/images?limit=1000", Service: "image", Keep: map[string]string{
		"image": "images[name=cirros-a].id", "image2": "images[name=cirros-b].id",
	}})
	c.step(s, step{Do: "GET /v2.0/networks", Service: "network", Keep: map[string]string{"network": "networks[name=private].id"}})
}

// signIn gets a token, and from its catalogue where the services are: without versions and projects.
func (c *cloud) signIn(auth, user, project string, endpoints map[string]string) (token, id string) {
	domain := map[string]any{"id": "default"}
	raw, err := json.Marshal(map[string]any{"auth": map[string]any{
		"identity": map[string]any{"methods": []string{"password"}, "password": map[string]any{
			"user": map[string]any{"name": user, "password": "secret", "domain": domain},
		}},
		"scope": map[string]any{"project": map[string]any{"name": project, "domain": domain}},
	}})
	require.NoError(c, err)
	r, err := http.NewRequestWithContext(c.Context(), http.MethodPost, auth+"/auth/tokens", bytes.NewReader(raw))
	require.NoError(c, err)
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.send(r)
	require.NoError(c, err)
	defer answer.Body.Close()
	var got struct {
		Token struct {
			Project struct{ ID string }
			Catalog []struct {
				Type      string
				Endpoints []struct{ Interface, URL string }
			}
		}
	}
	require.NoError(c, json.NewDecoder(answer.Body).Decode(&got))
	require.Equal(c, http.StatusCreated, answer.StatusCode, fmt.Sprint(user, "@", project))
	for _, service := range got.Token.Catalog {
		for _, e := range service.Endpoints {
			if e.Interface == "public" {
				endpoints[service.Type] = strings.TrimSuffix(strings.ReplaceAll(e.URL, "/"+got.Token.Project.ID, ""), "/")
			}
		}
	}
	return answer.Header.Get("X-Subject-Token"), got.Token.Project.ID
}
