package quota

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Limits are the limits of each project (key pairs: of each user); -1 is none.
type Limits struct {
	Instances, Cores, RAM               int // RAM in MiB
	KeyPairs, ServerMeta                int
	ServerGroups, ServerGroupMembers    int
	ImageMeta                           int
	Personality, PersonalityBytes, Path int
	// Proxied are chosen limits of what other services count: they bound nothing.
	Proxied map[string]int
}

// Defaults bound what tests are about (docs/contract/00-overview.md §6) and leave the number of servers to the hosts' capacity.
func Defaults() Limits {
	return Limits{
		Instances: -1, Cores: -1, RAM: -1, KeyPairs: 100, ServerMeta: 128,
		ServerGroups: 10, ServerGroupMembers: 10, ImageMeta: 128,
		Personality: 5, PersonalityBytes: 10240, Path: 255,
	}
}

// Usage is what a project's servers use; memory in MiB.
type Usage struct{ Servers, Cores, RAM int }

// UsageOf counts the present usage of a project.
func UsageOf(x *pipeline.Exchange, project string) Usage {
	used := state.UsedBy(x.Txn, project)
	return Usage{Servers: used.Servers, Cores: used.VCPUs, RAM: used.RAM}
}

// CheckMore refuses servers, processors and memory (MiB) beyond what a project may have; nothing more is always allowed.
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

// CheckMetadata bounds the items of a server's metadata that a body brings.
func (q Limits) CheckMetadata(metadata map[string]string) *pipeline.Fault {
	if most := q.ServerMeta; most >= 0 && len(metadata) > most {
		return pipeline.Forbidden("Maximum number of metadata items exceeds %d", most)
	}
	return nil
}

// File is an injected file as bodies have it (up to 2.56); Contents is its base64 text.
type File struct {
	Path     string `json:"path"`
	Contents string `json:"contents"`
}

// CheckPersonality bounds injected files (up to 2.56): the texts as they were sent, as a real Zed was asked.
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
