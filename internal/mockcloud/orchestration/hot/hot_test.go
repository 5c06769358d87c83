package hot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const sample = `
heat_template_version: 2018-08-31
description: two servers
parameters:
  image: {type: string, default: cirros}
  secret: {type: string, default: x, hidden: true}
  n: {type: number, default: "3"}
  list: {type: comma_delimited_list, default: "a, b"}
resources:
  a_second:
    type: OS::Nova::Server
    properties:
      name: {str_replace: {template: "vm-$N-$NAME", params: {$N: {get_param: n}, $NAME: {get_attr: [first, name]}}}}
  first:
    type: OS::Nova::Server
    properties: {image: {get_param: image}, tags: {get_param: [list, 1]}}
  last: {type: "OS::Heat::None", depends_on: [a_second]}
outputs:
  id: {value: {get_resource: first}, description: the id}
  joined: {value: {list_join: ["-", {get_param: list}, [z]]}}
`

func read(t *testing.T, text string) *Template {
	t.Helper()
	tmpl, fault := Read(text)
	require.Nil(t, fault)
	return tmpl
}

func TestResourcesAreOrderedByWhatTheyDependOn(t *testing.T) {
	tmpl := read(t, sample)
	order, fault := tmpl.Order()
	require.Nil(t, fault)
	assert.Equal(t, []string{"first", "a_second", "last"}, order)
	assert.Equal(t, map[string][]string{"first": {"a_second"}, "a_second": {"last"}}, tmpl.RequiredBy())
}

func TestFunctionsAreEvaluated(t *testing.T) {
	tmpl := read(t, sample)
	values, fault := tmpl.Bind(map[string]any{"image": "debian"}, nil)
	require.Nil(t, fault)
	r := Resolver{
		Values:    values,
		Reference: func(n string) any { return "id-of-" + n },
		Attribute: func(n string, a []any) (any, error) { return n + "." + Text(a[0]), nil },
	}
	for _, row := range []struct {
		name        string
		value, want any
	}{
		{"a parameter", tmpl.Resource("first").Properties["image"], "debian"},
		{"an element of a list parameter", tmpl.Resource("first").Properties["tags"], " b"},
		{"str_replace with inner functions", tmpl.Resource("a_second").Properties["name"], "vm-3-first.name"},
		{"get_resource", tmpl.Outputs[0].Value, "id-of-first"},
		{"list_join over several lists", tmpl.Outputs[1].Value, "a- b-z"},
		{"plain values stay", map[string]any{"a": []any{1.0, "x"}}, map[string]any{"a": []any{1.0, "x"}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := r.Resolve(row.value)
			require.NoError(t, err)
			assert.Equal(t, row.want, got)
		})
	}
	_, err := r.Resolve(map[string]any{"get_param": "zz"})
	assert.EqualError(t, err, "The Parameter (zz) was not provided.")
}

func TestShownParametersAreTextAndMasked(t *testing.T) {
	tmpl := read(t, sample)
	values, fault := tmpl.Bind(nil, nil)
	require.Nil(t, fault)
	assert.Equal(t, map[string]any{"image": "cirros", "secret": "******", "n": "3", "list": "a, b"}, tmpl.ShownParameters(values))
}

func TestFaultsAreHeats(t *testing.T) {
	with := func(extra string) string { return "heat_template_version: 2018-08-31\n" + extra }
	for _, row := range []struct {
		name     string
		template any
		given    map[string]any
		want     Fault
	}{
		{
			"no version",
			map[string]any{"resources": map[string]any{}},
			nil,
			Fault{Type: "InvalidTemplateVersion", Message: "The template version is invalid: Template version was not provided"},
		},
		{
			"an unknown version",
			map[string]any{"heat_template_version": "2000-01-01"},
			nil,
			Fault{
				Type:    "InvalidTemplateVersion",
				Message: `The template version is invalid: "heat_template_version: 2000-01-01". "heat_template_version" should be one of: 2013-05-23, 2014-10-16, 2015-04-30, 2015-10-15, 2016-04-08, 2016-10-14, 2017-02-24, 2017-09-01, 2018-03-02, 2018-08-31, 2021-04-16, newton, ocata, pike, queens, rocky, wallaby`,
			},
		},
		{"an unknown section", with("foo: {}"), nil, Fault{Type: "InvalidTemplateSection", Message: "The template section is invalid: foo"}},
		{
			"a resource without type", with("resources: {r: {}}"), nil,
			Fault{Type: "StackValidationFailed", Message: "Each resource must contain a type key."},
		},
		{
			"an unknown reference in a property", with("resources: {r: {type: X, properties: {image: {get_resource: zz}}}}"), nil,
			Fault{Type: "InvalidTemplateReference", Message: `The specified reference "zz" (in r.Properties.image) is incorrect.`},
		},
		{
			"an unknown depends_on", with("resources: {r: {type: X, depends_on: zz}}"), nil,
			Fault{Type: "InvalidTemplateReference", Message: `The specified reference "zz" (in r) is incorrect.`},
		},
		{
			"a circle", with("resources: {a: {type: X, depends_on: b}, b: {type: X, depends_on: a}}"), nil,
			Fault{Type: "CircularDependencyException", Message: "Circular Dependency Found: a, b", Among: []string{"a", "b"}},
		},
		{
			"a missing parameter", with("parameters: {p: {type: string}}"), nil,
			Fault{Type: "UserParameterMissing", Message: "The Parameter (p) was not provided."},
		},
		{
			"an unknown parameter", with("parameters: {}"),
			map[string]any{"zz": 1.0},
			Fault{Type: "UnknownUserParameter", Message: "The Parameter (zz) was not defined in template."},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			tmpl, fault := Read(row.template)
			if fault == nil {
				_, fault = tmpl.Bind(row.given, nil)
			}
			if fault == nil {
				_, fault = tmpl.Order()
			}
			require.NotNil(t, fault)
			assert.Equal(t, row.want, *fault)
		})
	}
	for _, bad := range []any{"{", "", 5.0, nil, []any{}} {
		_, fault := Read(bad)
		require.NotNil(t, fault)
		assert.Equal(t, "HTTPBadRequest", fault.Type)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("{")
	f.Add("heat_template_version: 2018-08-31\nresources: {a: {type: X, properties: {x: {get_attr: []}}}}")
	f.Fuzz(func(_ *testing.T, text string) {
		tmpl, fault := Read(text)
		if fault != nil {
			return
		}
		values, fault := tmpl.Bind(nil, nil)
		if fault != nil {
			return
		}
		_, _ = tmpl.Order()
		r := Resolver{Values: values, Reference: func(string) any { return nil }, Attribute: func(string, []any) (any, error) { return nil, nil }}
		for _, res := range tmpl.Resources {
			_, _ = r.Resolve(res.Properties)
		}
	})
}
