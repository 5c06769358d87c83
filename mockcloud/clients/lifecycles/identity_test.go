package lifecycles

import (
	"github.com/google/uuid"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/projects"
)

// aProject is an empty one.
func (w *world) aProject() string {
	w.t.Helper()
	id, err := made(projects.Create(w.ctx, w.admin.identity, projects.CreateOpts{Name: w.named("project") + "-" + uuid.NewString()[:4]}).Extract())
	return w.keep(id, err, func(id string) error { return projects.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}
