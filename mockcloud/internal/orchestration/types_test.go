package orchestration

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTemplatesOfATypeAreInTheOlderFormUnlessHotIsAskedFor(t *testing.T) {
	c := started(t)
	at := root + "/resource_types/OS::Heat::AutoScalingGroup/template"
	for _, query := range []string{"", "?template_type=CFN", "?template_type=hot&template_type=cfn"} {
		a := c.Do("member", "GET", at+query, nil)
		require.Equal(t, 200, a.Status, a.Body)
		assert.Equal(t, "2012-12-12", a.Text("HeatTemplateFormatVersion"))
		assert.Equal(t, "Initial template of AutoScalingResourceGroup", a.Text("Description"))
		assert.Equal(t, object{"Type": "Number", "MinValue": 0.0}, a.At("Parameters", "max_size"))
		assert.Equal(t, object{"Ref": "max_size"}, a.At("Resources", "AutoScalingResourceGroup", "Properties", "max_size"))
		assert.Equal(t, object{"Fn::GetAtt": []any{"AutoScalingResourceGroup", "refs"}}, a.At("Outputs", "refs", "Value"))
		assert.Equal(t, object{"Ref": "AutoScalingResourceGroup"}, a.At("Outputs", "OS::stack_id", "Value"))
	}
	server := c.Do("member", "GET", root+"/resource_types/OS::Nova::Server/template", nil)
	assert.Equal(t, object{"Fn::Split": []any{",", object{"Ref": "networks"}}}, server.At("Resources", "Server", "Properties", "networks"))
	assert.Equal(t, []any{"True", "true", "False", "false"}, server.At("Parameters", "config_drive", "AllowedValues"))
	hot := c.Do("member", "GET", root+"/resource_types/OS::Heat::RandomString/template?template_type=HOT", nil)
	assert.Equal(t, []any{object{"range": object{"min": 1.0, "max": 512.0}}}, hot.At("parameters", "length", "constraints"))
	assert.Equal(t, object{"get_attr": []any{"RandomString", "show"}}, hot.At("outputs", "show", "value"))
	flavor := c.Do("member", "GET", root+"/resource_types/OS::Nova::Server/template?template_type=hot", nil)
	assert.Equal(t, []any{object{}}, flavor.At("parameters", "flavor", "constraints"), "nothing is left of what names a flavor")
	for _, query := range []string{"?template_type=", "?template_type=hot&template_type=x"} {
		assert.Equal(t, 400, c.Do("member", "GET", at+query, nil).Status, query)
	}
	assert.Equal(t, 400, c.Do("member", "GET", root+"/resource_types/nothing/template?template_type=x", nil).Status)
}

func TestResourceTypesAreListedWithDescriptionsAndByStatus(t *testing.T) {
	c := started(t)
	plain := c.Do("member", "GET", root+"/resource_types?name=OS::Heat::N", nil)
	assert.Equal(t, []any{"OS::Heat::None"}, plain.At("resource_types"))
	long := c.Do("member", "GET", root+"/resource_types?name=OS::Heat::N&with_description=True", nil)
	assert.Equal(t, []any{object{"resource_type": "OS::Heat::None", "description": "No description available"}}, long.At("resource_types"))
	assert.NotEmpty(t, c.Do("member", "GET", root+"/resource_types?support_status=SUPPORTED", nil).At("resource_types"))
	assert.Empty(t, c.Do("member", "GET", root+"/resource_types?support_status=HIDDEN", nil).At("resource_types"))
}

func TestFunctionsAreDescribedAndThoseOfConditionsAskedFor(t *testing.T) {
	c := started(t)
	at := root + "/template_versions/heat_template_version."
	names := func(path string) []string {
		return c.Do("member", "GET", at+path, nil).Names("template_functions", "functions")
	}
	assert.NotContains(t, names("rocky/functions"), "equals")
	assert.Subset(t, names("rocky/functions?with_condition_func=true"), []string{"and", "equals", "not", "or"})
	assert.Equal(t, names("2014-10-16/functions"), names("2014-10-16/functions?with_condition_func=true"), "it has no conditions")
	for version, want := range map[string]string{
		"2013-05-23": "A function for joining strings.", "2015-10-15": "A function for joining one or more lists of strings.",
	} {
		a := c.Do("member", "GET", at+version+"/functions", nil)
		place := slices.Index(a.Names("template_functions", "functions"), "list_join")
		assert.Equal(t, want, a.Text("template_functions", place, "description"))
		assert.NotContains(t, a.Names("template_functions", "description"), "")
	}
}
