package templates

import (
	"slices"
	"strings"

	"plumbline/mockcloud/internal/orchestration/faults"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/query"
	"plumbline/mockcloud/internal/pipeline"
)

type function struct {
	Name        string `json:"functions"`
	Description string `json:"description"`
}

const (
	resolvingReferences = "A function for resolving parameter references."
	substitutingText    = "A function for performing string substitutions."
	joining             = "A function for joining strings."
)

// descriptions are what Heat says of each function.
var descriptions = map[string]string{
	"and": "A function that acts as an AND operator on conditions.", "or": "A function that acts as an OR operator on conditions.",
	"not": "A function that acts as a NOT operator on a condition.", "equals": "A function for comparing whether two values are equal.",
	"contains": "A function for checking whether specific value is in sequence.", "digest": "A function for performing digest operations.",
	"filter": "A function for filtering out values from lists.", "get_attr": "A function for resolving resource attributes.",
	"get_file": "A function for including a file inline.", "get_param": resolvingReferences, "Ref": resolvingReferences,
	"get_resource": "A function for resolving resource references.",
	"if":           "A function to return corresponding value based on condition evaluation.",
	"list_concat":  "A function for extending lists.", "list_concat_unique": "A function for extending lists with unique items.",
	"list_join": "A function for joining one or more lists of strings.", "Fn::Join": joining,
	"make_url": "A function for performing substitutions on maps.", "map_replace": "A function for performing substitutions on maps.",
	"map_merge": "A function for merging maps.", "repeat": "A function for iterating over a list of items or a dict of keys.",
	"resource_facade": "A function for retrieving data in a parent provider template.",
	"str_replace":     substitutingText, "str_replace_strict": substitutingText, "str_replace_vstrict": substitutingText,
	"str_split": "A function for splitting delimited strings into a list.", "yaql": "A function for executing a yaql expression.",
	"Fn::Select": "A function for selecting an item from a list or map.",
}

// describe is what Heat says of a function in a version: at first list_join takes one list only.
func describe(name, date string) string {
	if name == "list_join" && date < "2015-10-15" {
		return joining
	}
	return descriptions[name]
}

// listFunctions answers the functions of a version, those for conditions only if they are asked for.
func listFunctions(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	whole := x.Params.Get("template_version")
	date, found := strings.CutPrefix(whole, versionPrefix)
	if !found || !slices.Contains(hot.Versions(), date) {
		return nil, faults.Of(404, "NotFound", "Template with version %s not found", whole)
	}
	names := hot.Functions(date)
	if asked, f := query.StrictFlag(x, "with_condition_func"); f != nil {
		return nil, f
	} else if asked && slices.Contains(names, "if") {
		names = append(names, "equals", "not", "and", "or")
	}
	var views []function
	for _, name := range names {
		views = append(views, function{Name: name, Description: describe(name, date)})
	}
	return pipeline.Answer(200, "template_functions", views), nil
}
