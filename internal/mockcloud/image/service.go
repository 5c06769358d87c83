// Package image is the mock's image service: Glance v2 with real data, visibility and protection.
package image

import (
	"cmp"
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Prefix is the path under which the service is mounted.
const Prefix = "/image"

// largest is the size of the largest image of the mock (bytes).
const largest = 64 << 20

// New makes the service. The order of checks is Glance's: token, path, media type and body, look-up of the image, then policy.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Image)
	if err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	svc := &pipeline.Service{
		Name:      openapi.Image,
		Prefix:    Prefix,
		Chain:     chain,
		Roots:     []string{"/v2"},
		Spelling:  pipeline.Spelling{Slashes: true},
		EmptyType: "text/html; charset=UTF-8",
		Stages: []pipeline.Stage{
			stages.Token(unauthorised),
			stages.Size(largest), // larger bodies are not read at all
			route(chain),
			stages.OnlyVersion(),
			stages.Exists(),
			decode(),
			stages.AnswerFromKept(),
			stages.Schema(),
			stages.Find(),
			stages.Authorise(),
		},
		Discovery: discover,
		Render:    render,
		Refused:   policyFault,
		Violated:  schemaFault,
		Headers:   pipeline.RequestIDBelowRoots,
	}
	return svc.WithOperations(operations())
}

// operations are the same for all clouds of a process, and made once.
var operations = pipeline.UniteOnce(func() []pipeline.OperationSet {
	sets := []pipeline.OperationSet{{Lookups: map[string]pipeline.Lookup{"image_id": find}}}
	for _, part := range []map[string]pipeline.Operation{
		imageOperations, dataOperations, tagOperations, memberOperations, storeOperations, schemaOperations(),
	} {
		sets = append(sets, pipeline.OperationSet{Operations: part})
	}
	return append(append(sets, taskOperationSet(), importOperationSet()), definitionSets()...)
})

// render writes a fault as an HTML page. The fault's Name is the page's detail.
func render(x *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	return page.Page{
		Status: f.Status, Explanation: f.Message, Detail: f.Name, Short: f.Status == 405 || f.Status == 415,
	}.Write(x.Header("Accept"))
}

// policyFault is the fault of a policy rule. With the rules of old, everybody may, and the image itself asks for its owner.
func policyFault(x *pipeline.Exchange, rule string) *pipeline.Fault {
	if verb := tagVerbs[x.Operation.ID]; verb != "" {
		return pipeline.Forbidden("Not allowed to %s tags for image %s.", verb, x.Params.Get("image_id"))
	}
	if ownersRules[rule] && x.Env.Policy.Mode() == policy.Legacy && !owns(x, pipeline.Subject[state.Image](x)) {
		return pipeline.Forbidden("You do not own this image")
	}
	return pipeline.Forbidden("You are not authorized to complete %s action.", rule)
}

func schemaFault(x *pipeline.Exchange, v *openapi.Violation, _ bool) *pipeline.Fault {
	name := "image"
	if x.Operation != nil {
		resource, _, _ := strings.Cut(x.Operation.ID, ".")
		name = cmp.Or(schemaNames[x.Operation.ID], schemaNames[resource], name)
	}
	said := v.Message
	if before, types, found := strings.Cut(said, " is not of type "); found && name == "image" {
		if one, nullable := strings.CutSuffix(types, ", 'null'"); nullable { // the service's schema of images lists null first
			said = before + " is not of type 'null', " + one
		}
	}
	return pipeline.BadRequest("Provided object does not match schema '%s': %s", name, said)
}

// tagVerbs are the words for what is done with tags.
var tagVerbs = map[string]string{"image-tags.add": "update", "image-tags.remove": "delete"}

// ownersRules are the rules about what the owner of an image may do.
var ownersRules = map[string]bool{"modify_image": true, "delete_image": true}

// schemaNames are the names of schemas in faults, by operation or resource.
var schemaNames = map[string]string{
	"tasks": "task", "namespaces": "namespace", "objects": "object", "properties": "property", "tags": "tag", "tags.replace": "tags",
	"resource-type-associations": "resource_type_association",
}
