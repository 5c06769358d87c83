package sentences

import (
	"fmt"
	"maps"

	"plumbline/steps/world"
)

// object is a part of a template or of a body.
type object = map[string]any

// templateOf wraps resources into a template.
func templateOf(resources object) object {
	return object{"heat_template_version": "2018-08-31", "resources": resources}
}

func resourceOf(kind string, properties object) object {
	if properties == nil {
		return object{"type": kind}
	}
	return object{"type": kind, "properties": properties}
}

// plainResources need nothing but Heat. value can be changed by an update.
func plainResources(value string) object {
	return object{
		"a": resourceOf("OS::Heat::None", nil),
		"r": resourceOf("OS::Heat::RandomString", nil),
		"t": resourceOf("OS::Heat::TestResource", object{"value": value}),
	}
}

// nestedResources make a nested stack of count members.
func nestedResources(count int) object {
	return object{"g": resourceOf("OS::Heat::ResourceGroup", object{"count": count, "resource_def": resourceOf("OS::Heat::RandomString", nil)})}
}

// scalingResources are a group of one member and a policy that makes it grow by one.
func scalingResources() object {
	return object{
		"asg": resourceOf("OS::Heat::AutoScalingGroup", object{"min_size": 1, "max_size": 3, "desired_capacity": 1, "resource": resourceOf("OS::Heat::RandomString", nil)}),
		"up": resourceOf("OS::Heat::ScalingPolicy", object{
			"adjustment_type": "change_in_capacity", "auto_scaling_group_id": object{"get_resource": "asg"}, "scaling_adjustment": 1, "cooldown": 0,
		}),
	}
}

var scalingOutputs = object{
	"size": object{"value": object{"get_attr": []any{"asg", "current_size"}}},
	"hook": object{"value": object{"get_attr": []any{"up", "alarm_url"}}},
}

func serverResource(w *world.World) object {
	return resourceOf("OS::Nova::Server", object{
		"name": w.Name("server"), "image": w.Image(), "flavor": w.Flavor(), "networks": []any{object{"allocate_network": "none"}},
	})
}

// imageResource is an image that Heat has the image service fetch from an address of documentation.
func imageResource(w *world.World) object {
	return resourceOf("OS::Glance::WebImage", object{
		"name": w.Name("image"), "disk_format": "raw", "container_format": "bare", "location": "http://192.0.2.1/image.raw",
	})
}

// templateWith makes a template from the words of a sentence: "a server", "a nested stack" …
func templateWith(w *world.World, parts []string) (object, error) {
	resources, template := object{}, object{}
	for _, part := range parts {
		switch part {
		case "a value":
			maps.Copy(resources, plainResources("old"))
		case "a nested stack":
			maps.Copy(resources, nestedResources(2))
		case "a scaling group":
			maps.Copy(resources, scalingResources())
			template["outputs"] = scalingOutputs
		case "a server":
			resources["server"] = serverResource(w)
		case "an image":
			resources["image"] = imageResource(w)
		case "a network":
			resources["network"] = resourceOf("OS::Neutron::Net", object{"name": w.Name("net")})
		default:
			return nil, fmt.Errorf("no part of a template is known as %q", part)
		}
	}
	maps.Copy(template, templateOf(resources))
	return template, nil
}

// changedTemplate is a stack's template with something for an update to do: another value, a larger group.
func changedTemplate(template object) object {
	resources := maps.Clone(template["resources"].(object))
	if _, there := resources["t"]; there {
		maps.Copy(resources, plainResources("new"))
	}
	if _, there := resources["g"]; there {
		maps.Copy(resources, nestedResources(3))
	}
	if _, there := resources["a"]; !there {
		resources["more"] = resourceOf("OS::Heat::None", nil)
	}
	out := maps.Clone(template)
	out["resources"] = resources
	return out
}

// adoptedStack is what an abandoned stack of this template would have left, as text.
func adoptedStack(template object) string {
	resources := object{}
	for name, r := range template["resources"].(object) {
		resources[name] = object{
			"name": name, "type": r.(object)["type"], "action": "CREATE", "status": "COMPLETE", "resource_id": "adopted-" + name, "resource_data": object{}, "metadata": object{},
		}
	}
	return text(object{"action": "CREATE", "status": "COMPLETE", "template": template, "resources": resources, "environment": object{}, "files": object{}})
}
