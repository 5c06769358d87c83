package hot

import (
	"slices"

	"plumbline/internal/mockcloud/body"
)

// functions are the functions of templates.
var functions map[string]*function

func init() {
	functions = map[string]*function{
		"get_param":           {result: Resolver.parameter},
		"get_resource":        {result: func(r Resolver, args any) (any, error) { return r.Reference(Text(args)), nil }},
		"get_attr":            {parse: parseAttribute, result: Resolver.attribute},
		"get_file":            {result: Resolver.file},
		"str_replace":         {parse: replacing("str_replace"), result: replaced("str_replace")},
		"str_replace_strict":  {parse: replacing("str_replace_strict"), result: replaced("str_replace_strict"), since: "2017-02-24"},
		"str_replace_vstrict": {parse: replacing("str_replace_vstrict"), result: replaced("str_replace_vstrict"), since: "2017-09-01"},
		"list_join":           {parse: parseJoin("list_join"), result: Resolver.join},
		"resource_facade":     {parse: parseFacade, result: Resolver.facade},
		"repeat":              {parse: parseRepeat, check: checkRepeat, result: Resolver.repeat, since: "2015-04-30"},
		"digest":              {result: Resolver.digest, since: "2015-04-30"},
		"str_split":           {parse: parseSplit, result: Resolver.split, since: "2015-10-15"},
		"map_merge":           {result: Resolver.merge, since: "2016-04-08"},
		"yaql":                {parse: parseYaql, check: checkYaql, result: Resolver.yaql, since: "2016-10-14"},
		"map_replace":         {result: Resolver.mapReplace, since: "2016-10-14"},
		"if":                  {since: "2016-10-14"},
		"filter":              {parse: parseFilter, result: Resolver.filter, since: "2017-02-24"},
		"list_concat":         {result: concatenated("list_concat"), since: "2017-09-01"},
		"list_concat_unique":  {result: concatenated("list_concat_unique"), since: "2017-09-01"},
		"make_url":            {check: checkURL, result: Resolver.makeURL, since: "2017-09-01"},
		"contains":            {parse: parseContains, result: Resolver.contains, since: "2017-09-01"},
	}
	for _, name := range []string{
		"Fn::GetAZs", "Fn::Join", "Fn::Split", "Fn::Replace", "Fn::Base64", "Fn::MemberListToMap", "Fn::ResourceFacade", "Ref",
	} {
		functions[name] = &function{removed: true, since: "2014-10-16"}
	}
	functions["Fn::Select"] = &function{removed: true, since: "2015-10-15"}
}

// older are functions of the first versions, which had some of another format.
var older = map[string]*function{
	"Fn::Join":   {parse: parseJoin("Fn::Join"), result: Resolver.join, upTo: "2014-10-16"},
	"Ref":        {result: Resolver.ref, upTo: "2014-10-16"},
	"Fn::Select": {result: Resolver.pick, upTo: "2015-10-15"},
}

// Functions lists the functions of a version, sorted.
func Functions(version string) []string {
	r := Resolver{Version: version}
	var out []string
	for _, name := range sortedKeys(Merged(named(functions), named(older))) {
		if _, f := r.find(object{name: nil}); f != nil && !f.removed {
			out = append(out, name)
		}
	}
	return out
}

// named is a map with the keys of another one.
func named[T any](m map[string]T) Values {
	out := Values{}
	for key := range m {
		out[key] = nil
	}
	return out
}

// parameter is the function get_param.
func (r Resolver) parameter(args any) (any, error) {
	if IsEmpty(args) {
		return nil, clientError(`Function "get_param" must have arguments`)
	}
	path, isList := as[[]any](args)
	if text, isText := as[string](args); isText {
		path, isList = []any{text}, true
	}
	if !isList {
		return nil, clientError(`Argument to "get_param" must be string or list`)
	}
	name, isText := as[string](path[0])
	if !isText {
		return nil, clientError(`Parameter name in "get_param" must be string`)
	}
	value, known := r.Values[name]
	if !known {
		return nil, &Fault{Type: "UserParameterMissing", Message: "The Parameter (" + name + ") was not provided."}
	}
	for _, step := range path[1:] {
		if value, known = stepInto(value, step); !known {
			return "", nil
		}
	}
	return value, nil
}

// stepInto is what a value has under a key or index, which may be counted from the end; texts are lists of characters.
func stepInto(value, step any) (any, bool) {
	list, isList := as[[]any](value)
	switch v := value.(type) {
	case object:
		key, isText := as[string](step)
		found, there := v[key]
		return found, isText && there
	case string:
		isList = true
		for _, c := range v {
			list = append(list, string(c))
		}
	}
	i, isIndex := number(step)
	if i < 0 {
		i += len(list)
	}
	if !isList || !isIndex || i < 0 || i >= len(list) {
		return nil, false
	}
	return list[i], true
}

// ref is the function Ref of the first version: a parameter or a resource.
func (r Resolver) ref(args any) (any, error) {
	if value, ok := r.Values[Text(args)]; ok {
		return value, nil
	}
	return r.Reference(Text(args)), nil
}

func parseAttribute(r Resolver, args any) error {
	if !r.isSince("2015-10-15") {
		if list, isList := as[[]any](args); !isList {
			return clientError(`Argument to "get_attr" must be a list`)
		} else if len(list) < 2 {
			return clientError(`Arguments to "get_attr" must be of the form [resource_name, attribute, (path), ...]`)
		}
		return nil
	}
	if IsEmpty(args) {
		return clientError(`Arguments to "get_attr" can be of the next forms: [resource_name] or [resource_name, attribute, (path), ...]`)
	}
	switch text, isText := as[string](args); {
	case isText && len(text) > 1, !isText && body.As[[]any](args) == nil:
		return clientError(`Argument to "get_attr" must be a list`)
	}
	return nil
}

// attribute is the function get_attr.
func (r Resolver) attribute(args any) (any, error) {
	path := listOf(args)
	if len(path) == 1 {
		return r.Attribute(Text(path[0]), nil)
	}
	return r.Attribute(Text(path[0]), path[1:])
}

// file is the function get_file.
func (r Resolver) file(args any) (any, error) {
	name, isText := as[string](args)
	if !isText {
		return nil, clientError(`Argument to "get_file" must be a string`)
	}
	content, there := r.Files[name]
	if !there {
		return nil, clientError(`No content found in the "files" section for get_file path: %s`, name)
	}
	return content, nil
}

// Facade is what a nested template can ask about the resource that it is: its metadata and policies.
type Facade struct {
	Metadata       Values
	DeletionPolicy string
	UpdatePolicy   Values
}

var facades = []string{"metadata", "deletion_policy", "update_policy"}

func parseFacade(_ Resolver, args any) error {
	if name, isText := as[string](args); !isText || !slices.Contains(facades, name) {
		return clientError(`Incorrect arguments to "resource_facade" should be one of: metadata, deletion_policy, update_policy`)
	}
	return nil
}

// facade is the function resource_facade.
func (r Resolver) facade(args any) (any, error) {
	if r.Facade == nil {
		wanted := "t"
		if args == "metadata" {
			wanted = "metadata_get"
		}
		return nil, clientError("'NoneType' object has no attribute '%s'", wanted)
	}
	switch args {
	case "metadata":
		return object(r.Facade.Metadata), nil
	case "deletion_policy":
		return r.Facade.DeletionPolicy, nil
	}
	return object(r.Facade.UpdatePolicy), nil
}

// pick is the function Fn::Select.
func (r Resolver) pick(args any) (any, error) {
	list := body.As[[]any](args)
	if len(list) != 2 {
		return nil, clientError(`Arguments to "Fn::Select" must be of the form [index, collection]`)
	}
	return Descend(list[1], list[:1]), nil
}
