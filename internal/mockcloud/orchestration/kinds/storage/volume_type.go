package storage

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// types are the types of volumes.
var types = remote.Plain{
	Service: openapi.BlockStorage, Path: "/types", Key: "volume_type",
	Renamed: map[string]string{"metadata": "", "projects": ""},
	// A type is made with another name of the flag than it is changed with.
	Prepare: func(_ *kind.Task, request kind.Values, making bool) *kind.Failure {
		if public, given := request["is_public"]; given && making {
			delete(request, "is_public")
			request["os-volume-type-access:is_public"] = public
		}
		return nil
	},
}

// volumeType is OS::Cinder::VolumeType. Only administrators may have such resources.
func volumeType() *kind.Kind {
	plain := types
	plain.Made = func(t *kind.Task, _ kind.Values) *kind.Failure {
		if why := specify(t, t.Resource.Properties["metadata"]); why != nil {
			return why
		}
		return access(t, "addProjectAccess", body.As[[]any](t.Resource.Properties["projects"]))
	}
	plain.Check = func(c *kind.Checking) *kind.Complaint {
		if len(body.As[[]any](c.Properties["projects"])) > 0 && c.Properties["is_public"] == true {
			return &kind.Complaint{Text: `Can not specify property "projects" if the volume type is public.`}
		}
		return nil
	}
	k := plain.Kind()
	rest := k.Does[record.Update]
	k.Does[record.Update] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		if why := rest.Begin(t); why != nil {
			return why
		}
		changed := kind.Changes(t.Before, t.Resource.Properties)
		if changed["metadata"] {
			for _, key := range hot.Keys(body.As[kind.Values](t.Before["metadata"])) {
				types.Request(t, "DELETE", "/extra_specs/"+key, nil)
			}
			if why := specify(t, t.Resource.Properties["metadata"]); why != nil {
				return why
			}
		}
		if !changed["projects"] || t.Resource.Properties["is_public"] == true {
			return nil
		}
		before, after := body.As[[]any](t.Before["projects"]), body.As[[]any](t.Resource.Properties["projects"])
		if why := access(t, "removeProjectAccess", without(before, after)); why != nil {
			return why
		}
		return access(t, "addProjectAccess", without(after, before))
	}}
	return k
}

func without(list, others []any) []any {
	return slices.DeleteFunc(slices.Clone(list), func(one any) bool { return slices.Contains(others, one) })
}

// specify sets what a type asks of the storage.
func specify(t *kind.Task, specs any) *kind.Failure {
	if len(body.As[kind.Values](specs)) == 0 {
		return nil
	}
	return asked(types.Request(t, "POST", "/extra_specs", kind.Values{"extra_specs": specs}))
}

// access gives projects a type, or takes it from them.
func access(t *kind.Task, action string, projects []any) *kind.Failure {
	for _, project := range projects {
		if why := asked(types.Request(t, "POST", "/action", kind.Values{action: kind.Values{"project": project}})); why != nil {
			return why
		}
	}
	return nil
}

// encryptedType is OS::Cinder::EncryptedVolumeType: the encryption of a type of volumes, which is its id.
func encryptedType() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				p := t.Resource.Properties
				id := typeNamed(t, hot.Text(p["volume_type"]))
				encryption := kind.Values{}
				for _, key := range []string{"provider", "cipher", "key_size", "control_location"} {
					encryption[key] = p[key]
				}
				t.Resource.PhysicalID = id
				why := asked(types.Request(t, "POST", "/encryption", kind.Values{"encryption": encryption}))
				if why != nil {
					t.Resource.PhysicalID = ""
				}
				return why
			}},
			record.Update: {Begin: func(t *kind.Task) *kind.Failure {
				encryption := kind.Values{}
				for key := range kind.Changes(t.Before, t.Resource.Properties) {
					encryption[key] = t.Resource.Properties[key]
				}
				if len(encryption) == 0 {
					return nil
				}
				return asked(types.Request(t, "PUT", "/encryption/provider", kind.Values{"encryption": encryption}))
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				reply := types.Request(t, "DELETE", "/encryption/provider", nil)
				if reply.Status == 404 {
					return nil
				}
				return asked(reply)
			}},
		},
		Shows: func(t *kind.Task) kind.Values {
			view := body.As[kind.Values](types.Request(t, "GET", "/encryption", nil).Get())
			return kind.Values{"show": view}
		},
	}
}

// typeNamed is the id of a type that is given by id or name.
func typeNamed(t *kind.Task, given string) string {
	for one := range state.VolumeTypes.All(t.Txn) {
		if one.ID == given || one.Name == given {
			return one.ID
		}
	}
	return given
}

func asked(reply pipeline.Reply) *kind.Failure {
	if reply.OK() {
		return nil
	}
	return remote.Failed(openapi.BlockStorage, reply)
}
