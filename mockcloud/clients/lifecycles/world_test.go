package lifecycles

import (
	"context"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/config/clouds"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"

	common "github.com/gophercloud/gophercloud/v2/openstack/common/extensions"
)

// cloud is what the rows run against: the embedded mock as old as a Zed, or a real cloud.
type cloud struct {
	name          string
	real          bool
	admin, member gophercloud.AuthOptions
	extensions    map[string]bool
}

func connect(t *testing.T) *cloud {
	t.Helper()
	c := &cloud{name: "the mock", extensions: map[string]bool{}}
	if names := os.Getenv("PLUMBLINE_LIFECYCLES"); names != "" {
		admin, member, ok := strings.Cut(names, ",")
		require.True(t, ok, "PLUMBLINE_LIFECYCLES names two entries of clouds.yaml: an administrator's, a comma, a member's")
		c.name, c.real = names, true
		for name, into := range map[string]*gophercloud.AuthOptions{admin: &c.admin, member: &c.member} {
			auth, _, _, err := clouds.Parse(clouds.WithCloudName(name))
			require.NoError(t, err)
			*into = auth
		}
	} else {
		mock := mockcloud.Start(t, mockcloud.WithPolicy("legacy"), mockcloud.WithMaximum("compute", "2.93"),
			mockcloud.WithMaximum(openapi.BlockStorage, "3.70"))
		for actor, into := range map[string]*gophercloud.AuthOptions{"admin": &c.admin, "member": &c.member} {
			l := mock.ClientConfig(actor)
			*into = gophercloud.AuthOptions{
				IdentityEndpoint: l.AuthURL, Username: l.Username, Password: l.Password, DomainName: l.UserDomainName, TenantName: l.ProjectName,
			}
		}
	}
	pages, err := extensions.List(c.world(t, true).network).AllPages(t.Context())
	require.NoError(t, err)
	all, err := common.ExtractExtensions(pages)
	require.NoError(t, err)
	for _, e := range all {
		c.extensions[e.Alias] = true
	}
	return c
}

func (c *cloud) has(extension string) bool { return extension == "" || c.extensions[extension] }

// clients are one user's.
type clients struct {
	provider                                           *gophercloud.ProviderClient
	network, compute, storage, identity, image, stacks *gophercloud.ServiceClient
	// project and user are ids.
	project, user string
}

func (c *cloud) login(t *testing.T, auth gophercloud.AuthOptions, through http.RoundTripper) *clients {
	t.Helper()
	ctx := context.Background()
	provider, err := openstack.NewClient(auth.IdentityEndpoint)
	require.NoError(t, err)
	provider.HTTPClient = http.Client{Transport: through}
	auth.AllowReauth = true
	require.NoError(t, openstack.Authenticate(ctx, provider, auth))
	out := &clients{provider: provider}
	for _, s := range []struct {
		into *(*gophercloud.ServiceClient)
		make func(*gophercloud.ProviderClient, gophercloud.EndpointOpts) (*gophercloud.ServiceClient, error)
	}{
		{&out.network, openstack.NewNetworkV2},
		{&out.compute, openstack.NewComputeV2},
		{&out.storage, openstack.NewBlockStorageV3},
		{&out.identity, openstack.NewIdentityV3},
		{&out.image, openstack.NewImageV2},
		{&out.stacks, openstack.NewOrchestrationV1},
	} {
		*s.into, err = s.make(provider, gophercloud.EndpointOpts{Region: "RegionOne"})
		require.NoError(t, err)
	}
	out.compute.Microversion = "2.90"
	out.storage.Microversion = "3.70"
	token := tokens.Get(ctx, out.identity, provider.Token())
	project, err := token.ExtractProject()
	require.NoError(t, err)
	user, err := token.ExtractUser()
	require.NoError(t, err)
	out.project, out.user = project.ID, user.ID
	return out
}

// world is what a row has: the clients of its user, those of the administrator, and what it has sent and read.
type world struct {
	*clients
	*recorder
	ctx     context.Context
	cloud   *cloud
	as      gophercloud.AuthOptions
	admin   *clients
	t       *testing.T
	run     string
	answers answers
	steps   int
	// state is what a row notes for itself.
	state any
	// apart are attributes that the row does not compare.
	apart []string
}

func (c *cloud) world(t *testing.T, admin bool) *world {
	t.Helper()
	w := &world{recorder: &recorder{}, cloud: c, t: t, ctx: context.Background(), as: c.member, run: uuid.NewString()[:8]}
	if admin {
		w.as = c.admin
	}
	w.clients = c.login(t, w.as, w.recorder)
	w.admin = c.login(t, c.admin, w.recorder)
	return w
}

// again is the world of a program that has just logged in.
func (w *world) again(t *testing.T) *world {
	other := *w
	other.recorder = &recorder{}
	other.clients = w.cloud.login(t, w.as, other.recorder)
	other.compute.Microversion, other.storage.Microversion = w.compute.Microversion, w.storage.Microversion
	return &other
}

// named is a name that nothing else has.
func (w *world) named(what string) string { return "life-" + w.run + "-" + what }

// later runs something at the end, the newest first.
func (w *world) later(do func()) { w.t.Cleanup(do) }

// keep makes something that a row needs, and removes it at the end.
func (w *world) keep(id string, err error, remove func(id string) error) string {
	w.t.Helper()
	require.NoError(w.t, err)
	w.later(func() {
		err := remove(id)
		if err != nil && !gone(err) {
			w.t.Errorf("left behind: %s: %v", id, err)
		}
	})
	return id
}

func (w *world) pass(ok bool) {
	if ok {
		w.steps++
	}
}

var errTooLong = errors.New("it took too long")

// until looks until something holds.
func (w *world) until(holds func() bool) error {
	pause := time.Millisecond
	if w.cloud.real {
		pause = 300 * time.Millisecond
	}
	for range 400 {
		if holds() {
			return nil
		}
		time.Sleep(pause)
	}
	return errTooLong
}

func on[T any](v T) *T { return &v }

// parts are those of an id that names a resource within another.
func parts(id string) (string, string) {
	a, b, _ := strings.Cut(id, "/")
	return a, b
}

// made answers the id of what was created.
func made[T any](r *T, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return reflect.ValueOf(r).Elem().FieldByName("ID").String(), nil
}

// failed answers the error of a request whose answer the client could, or could not, decode.
func failed[T any](_ T, err error) error { return err }
