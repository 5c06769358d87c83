package lifecycles

import (
	"errors"
	"strings"

	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/imagedata"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/images"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/members"
	"github.com/gophercloud/gophercloud/v2/openstack/orchestration/v1/stacks"
)

// imageNamed is the id of an image of the cloud.
func (w *world) imageNamed(name string) string {
	w.t.Helper()
	pages, err := images.List(w.image, images.ListOpts{Name: name}).AllPages(w.ctx)
	if err == nil {
		var found []images.Image
		if found, err = images.ExtractImages(pages); err == nil && len(found) > 0 {
			return found[0].ID
		}
	}
	w.t.Fatalf("image %s: %v", name, errors.Join(err))
	return ""
}

func changeImage(opts images.UpdateOpts) func(*world, string) error {
	return func(w *world, id string) error { return failed(images.Update(w.ctx, w.image, id, opts).Extract()) }
}

// patched is what a JSON patch makes.
func patched(sent any) any {
	out := map[string]any{}
	for _, p := range sent.([]any) {
		one := p.(map[string]any)
		if one["op"] != "remove" {
			out[strings.TrimPrefix(one["path"].(string), "/")] = one["value"]
		}
	}
	return out
}

var imageRows = []resource{
	{
		name: "image",
		create: func(w *world) (string, error) {
			visibility := images.ImageVisibilityPrivate
			return made(images.Create(w.ctx, w.image, images.CreateOpts{
				Name: w.named("image"), Visibility: &visibility, Hidden: on(true), Tags: []string{"red", "blue"},
				ContainerFormat: "bare", DiskFormat: "raw", MinDisk: 1, MinRAM: 2,
				Protected: on(false), Properties: map[string]string{"hw_disk_bus": "virtio", "colour": "red"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(images.Get(w.ctx, w.image, id).Extract()) },
		updates: []update{
			{name: "change", shown: patched, change: changeImage(images.UpdateOpts{
				images.ReplaceImageName{NewName: "renamed"},
				images.ReplaceImageMinDisk{NewMinDisk: 3},
				images.ReplaceImageMinRam{NewMinRam: 4},
				images.ReplaceImageTags{NewTags: []string{"green"}},
				images.ReplaceImageHidden{NewHidden: false},
				images.UpdateVisibility{Visibility: images.ImageVisibilityShared},
			})},
			{name: "properties", shown: patched, follows: []string{"colour"}, change: changeImage(images.UpdateOpts{
				images.UpdateImageProperty{Op: images.ReplaceOp, Name: "hw_disk_bus", Value: "scsi"},
				images.UpdateImageProperty{Op: images.AddOp, Name: "shape", Value: "round"},
				images.UpdateImageProperty{Op: images.RemoveOp, Name: "colour"},
			})},
			{name: "protect", shown: patched, change: changeImage(images.UpdateOpts{images.ReplaceImageProtected{NewProtected: true}})},
			{name: "unprotect", shown: patched, change: changeImage(images.UpdateOpts{images.ReplaceImageProtected{NewProtected: false}})},
			{name: "data", shown: func(any) any { return map[string]any{"status": "active", "size": 9.0} }, follows: []string{
				"checksum", "os_hash_algo", "os_hash_value", "virtual_size", "size", "status", "stores", "direct_url", "locations",
			}, change: func(w *world, id string) error {
				return imagedata.Upload(w.ctx, w.image, id, strings.NewReader("some data")).ExtractErr()
			}},
		},
		remove: func(w *world, id string) error { return images.Delete(w.ctx, w.image, id).ExtractErr() },
	},
	{
		name: "member of an image",
		create: func(w *world) (string, error) {
			visibility := images.ImageVisibilityShared
			image, err := made(images.Create(w.ctx, w.image, images.CreateOpts{Name: w.named("image"), Visibility: &visibility}).Extract())
			w.keep(image, err, func(id string) error { return images.Delete(w.ctx, w.image, id).ExtractErr() })
			project := w.aProject()
			return image + "/" + project, failed(members.Create(w.ctx, w.image, image, project).Extract())
		},
		shown: func(sent any) any {
			if m := sent.(map[string]any); m["member"] != nil {
				return map[string]any{"member_id": m["member"], "status": "pending"}
			}
			return sent
		},
		read: func(w *world, id string) error {
			image, project := parts(id)
			return failed(members.Get(w.ctx, w.image, image, project).Extract())
		},
		remove: func(w *world, id string) error {
			image, project := parts(id)
			return members.Delete(w.ctx, w.image, image, project).ExtractErr()
		},
	},
}

const template = `heat_template_version: 2018-08-31
description: a stack
parameters:
  text: {type: string, default: none}
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: text}}}
outputs:
  text: {value: {get_attr: [value, value]}}
`

// ready waits until a stack rests.
func readyStack(w *world, id string) error {
	var status string
	err := w.until(func() bool {
		s, err := stacks.Find(w.ctx, w.stacks, id).Extract()
		if err == nil {
			status = s.Status
		}
		return err == nil && strings.HasSuffix(status, "_COMPLETE")
	})
	return errors.Join(err)
}

var stackRows = []resource{
	{
		name: "stack", apart: []string{"stack_owner"}, ready: readyStack, hidden: []string{"template", "files", "environment"},
		create: func(w *world) (string, error) {
			return made(stacks.Create(w.ctx, w.stacks, stacks.CreateOpts{
				Name: w.named("stack"), TemplateOpts: &stacks.Template{TE: stacks.TE{Bin: []byte(template)}}, DisableRollback: on(false), Timeout: 5,
				Parameters: map[string]any{"text": "one"}, Tags: []string{"red", "blue"},
			}).Extract())
		},
		shown: stackShows,
		read: func(w *world, id string) error {
			s, err := stacks.Find(w.ctx, w.stacks, id).Extract()
			if err == nil && s.Status == "DELETE_COMPLETE" {
				return errNone
			}
			return err
		},
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return stacks.Update(w.ctx, w.stacks, w.named("stack"), id, stacks.UpdateOpts{
				TemplateOpts: &stacks.Template{TE: stacks.TE{Bin: []byte(template)}}, Timeout: 6, Parameters: map[string]any{"text": "two"},
				Tags: []string{"green"},
			}).ExtractErr()
		}, follows: []string{"outputs", "stack_status", "stack_status_reason", "disable_rollback"}}},
		remove: func(w *world, id string) error {
			return stacks.Delete(w.ctx, w.stacks, w.named("stack"), id).ExtractErr()
		},
		gone: errNone,
	},
}

// stackShows makes a list of tags, which are sent as one text.
func stackShows(sent any) any {
	m := sent.(map[string]any)
	if text, ok := m["tags"].(string); ok {
		var all []any
		for _, tag := range strings.Split(text, ",") {
			all = append(all, tag)
		}
		m["tags"] = all
	}
	return m
}
