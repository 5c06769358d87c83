package quota

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Limits are the limits of each project (key pairs: of each user); -1 is no limit.
type Limits struct {
	Instances, Cores, RAM               int // RAM in MiB
	KeyPairs, ServerMeta                int
	ServerGroups, ServerGroupMembers    int
	ImageMeta                           int
	Personality, PersonalityBytes, Path int
	// Proxied holds limits that were set for resources of other services; they are shown, and not enforced.
	Proxied map[string]int
}

// Defaults answers limits for what tests count (docs/contract/00-overview.md §6); the number of servers is limited only by the hosts'
// capacity.
func Defaults() Limits {
	return Limits{
		Instances: -1, Cores: -1, RAM: -1, KeyPairs: 100, ServerMeta: 128,
		ServerGroups: 10, ServerGroupMembers: 10, ImageMeta: 128,
		Personality: 5, PersonalityBytes: 10240, Path: 255,
	}
}

// Usage is what a project's servers use; memory in MiB.
type Usage struct{ Servers, Cores, RAM int }

// UsageOf answers the present usage of a project.
func UsageOf(x *pipeline.Exchange, project string) Usage {
	used := state.UsedBy(x.Txn, project)
	return Usage{Servers: used.Servers, Cores: used.VCPUs, RAM: used.RAM}
}

// CheckMore refuses servers, processors and memory (MiB) beyond a project's limits; a request for nothing more is always allowed.
func (q Limits) CheckMore(x *pipeline.Exchange, project string, more Usage) *pipeline.Fault {
	q = q.For(x, project)
	used := UsageOf(x, project)
	for _, k := range []struct {
		name             string
		most, used, more int
	}{
		{"instances", q.Instances, used.Servers, more.Servers},
		{"cores", q.Cores, used.Cores, more.Cores},
		{"ram", q.RAM, used.RAM, more.RAM},
	} {
		if k.most >= 0 && k.more > 0 && k.used+k.more > k.most {
			return pipeline.Forbidden("Quota exceeded for %s: Requested %d, but already used %d of %d %s", k.name, k.more, k.used, k.most, k.name)
		}
	}
	return nil
}

// CheckMetadata refuses more items of metadata than a server may have.
func (q Limits) CheckMetadata(metadata map[string]string) *pipeline.Fault {
	if most := q.ServerMeta; most >= 0 && len(metadata) > most {
		return pipeline.Forbidden("Maximum number of metadata items exceeds %d", most)
	}
	return nil
}

// File is an injected file of a request's body (up to 2.56); Contents is base64.
type File struct {
	Path     string `json:"path"`
	Contents string `json:"contents"`
}

// CheckPersonality limits the number and size of injected files (up to 2.56). Sizes are those of the texts as sent, as measured on a
// real Zed.
func (q Limits) CheckPersonality(files []File) *pipeline.Fault {
	if len(files) > q.Personality {
		return pipeline.Forbidden("Personality file limit exceeded")
	}
	path, contents := 0, 0
	for _, f := range files {
		path, contents = max(path, len(f.Path)), max(contents, len(f.Contents))
	}
	if path > q.Path {
		return pipeline.Forbidden("Personality file path exceeds maximum %d", q.Path)
	}
	if contents > q.PersonalityBytes {
		return pipeline.Forbidden("Personality file content exceeds maximum %d", q.PersonalityBytes)
	}
	return nil
}
