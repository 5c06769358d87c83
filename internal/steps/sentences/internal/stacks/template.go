package stacks

import (
	"fmt"
	"maps"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// object is a part of a template or of a body.
type object = map[string]any

// templateOf wraps resources into a template.
func templateOf(resources object) object {
	return object{"heat_template_version": "2018-08-31", "description": "what a scenario needs", "resources": resources}
}

func resourceOf(kind string, properties object) object {
	if properties == nil {
		return object{"type": kind}
	}
	return object{"type": kind, "properties": properties}
}

// plainResources need no other service than Heat. An update can change value.
func plainResources(value string) object {
	return object{
		"a": resourceOf("OS::Heat::None", nil),
		"r": resourceOf("OS::Heat::RandomString", nil),
		"t": resourceOf("OS::Heat::TestResource", object{"value": value}),
	}
}

// nestedResources make a nested stack of count members.
func nestedResources(count int) object {
	return object{"g": resourceOf("OS::Heat::ResourceGroup",
		object{"count": count, "resource_def": resourceOf("OS::Heat::RandomString", nil)})}
}

// groupOf is a nested stack of count members of any definition.
func groupOf(count int, definition object) object {
	return resourceOf("OS::Heat::ResourceGroup", object{"count": count, "resource_def": definition})
}

// namelessServer is a server for a group: each member gets a name of its own.
func namelessServer(w *world.World) object {
	server := serverResource(w)
	delete(server["properties"].(object), "name")
	return server
}

// scalingResources are a group of one member and a policy that makes it grow by one.
func scalingResources(member object) object {
	return object{
		"asg": resourceOf("OS::Heat::AutoScalingGroup", object{"min_size": 1, "max_size": 3, "desired_capacity": 1, "resource": member}),
		"up": resourceOf("OS::Heat::ScalingPolicy", object{
			"adjustment_type": "change_in_capacity", "auto_scaling_group_id": object{"get_resource": "asg"}, "scaling_adjustment": 1, "cooldown": 0,
		}),
	}
}

// coolsDown is how many seconds a policy ignores signals after it has acted: longer than a scenario lasts.
const coolsDown = 600

// shrinkingGroup are a group of two members and a policy that removes one; the policy has the name of the one that makes a group grow.
func shrinkingGroup() (group, policy object) {
	all := scalingResources(resourceOf("OS::Heat::RandomString", nil))
	group, policy = all["asg"].(object), all["up"].(object)
	group["properties"].(object)["desired_capacity"], policy["properties"].(object)["scaling_adjustment"] = 2, -1
	return group, policy
}

var scalingOutputs = object{
	"size": object{"value": object{"get_attr": []any{"asg", "current_size"}}},
	"hook": object{"value": object{"get_attr": []any{"up", "alarm_url"}}},
}

// withoutNetwork are properties that give a server no network, where compute's microversions allow that.
func withoutNetwork(w *world.World) object {
	if w.Newest("2.37") != "2.37" {
		return object{}
	}
	return object{"networks": []any{object{"allocate_network": "none"}}}
}

func merged(properties ...object) object {
	out := object{}
	for _, some := range properties {
		maps.Copy(out, some)
	}
	return out
}

func serverResource(w *world.World) object {
	return resourceOf("OS::Nova::Server", merged(object{
		"name": w.Name("server"), "image": fixtures.Image(w), "flavor": fixtures.Flavor(w),
	}, withoutNetwork(w)))
}

// imageResource is an image with an address of documentation, which Heat tells the image service to fetch.
func imageResource(w *world.World) object {
	return resourceOf("OS::Glance::WebImage", object{
		"name": w.Name("image"), "disk_format": "raw", "container_format": "bare", "location": "http://192.0.2.1/image.raw",
	})
}

// lockedSlowly is how many seconds a lock or unlock of a resource takes, so that a request meets it.
const lockedSlowly = 2

// slowResource takes a while to be updated, locked and unlocked, so that a request meets it at work, and remove seconds to be deleted.
func slowResource(value string, remove int) object {
	return resourceOf("OS::Heat::TestResource", object{
		"value": value, "wait_secs": lockedSlowly, "action_wait_secs": object{"create": 0, "update": slowly, "delete": remove},
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
		case "a slow nested stack":
			resources["g"] = groupOf(1, slowResource("old", 0))
		case "a nested stack after something slow":
			resources["g"], resources["slow"] = dependsOn(nestedResources(2)["g"], "slow"), slowResource("old", 0)
		case "a nested stack before something slow": // the slow resource is deleted first
			maps.Copy(resources, nestedResources(2))
			resources["slow"] = dependsOn(slowResource("old", slowly), "g")
		case "two nested stacks":
			resources["h"] = groupOf(2, resourceOf("OS::Heat::RandomString", nil))
			resources["g"] = dependsOn(nestedResources(2)["g"], "h")
		case "a nested stack in a nested stack", nestOfThree, slowNest, lastingNest:
			resources["deep"] = resourceOf(middleFile, nil)
		case nestBeforeSlow: // the slow resource is deleted first
			resources["deep"] = resourceOf(middleFile, nil)
			resources["slow"] = dependsOn(slowResource("old", slowly), "deep")
		case "a chain of values":
			maps.Copy(resources, chain("old"))
		case "something slow":
			resources["slow"] = slowResource("old", 0)
		case "something slow to delete":
			resources["slow"] = slowResource("old", slowly)
		case "a scaling group":
			maps.Copy(resources, scalingResources(resourceOf("OS::Heat::RandomString", nil)))
			template["outputs"] = scalingOutputs
		case "a scaling group that rests after it has grown":
			maps.Copy(resources, scalingResources(resourceOf("OS::Heat::RandomString", nil)))
			resources["up"].(object)["properties"].(object)["cooldown"] = coolsDown
			template["outputs"] = scalingOutputs
		case "a scaling group that shrinks":
			resources["asg"], resources["up"] = shrinkingGroup()
			template["outputs"] = scalingOutputs
		case "a scaling group of servers":
			maps.Copy(resources, scalingResources(namelessServer(w)))
			template["outputs"] = scalingOutputs
		case "a group of servers":
			resources["g"] = groupOf(2, namelessServer(w))
		case "another group of servers":
			resources["h"] = groupOf(2, namelessServer(w))
		case "another nested stack":
			resources["h"] = groupOf(2, resourceOf("OS::Heat::RandomString", nil))
		case "a scaling group in a nested stack":
			resources["deep"] = resourceOf(scalingFile, nil)
		case "another server":
			resources["server2"] = namelessServer(w)
		case "a server":
			resources["server"] = serverResource(w)
		case "a server that never comes to be": // its stack fails before it
			resources["server"] = dependsOn(serverResource(w), "bad")
		case "a server that compute refuses": // there is no such zone
			resources["server"] = dependsOn(serverResource(w), "t")
			resources["server"].(object)["properties"].(object)["availability_zone"] = w.Name("no-such-zone")
		case lastingServer:
			resources["server"] = retained(serverResource(w))
		case "an image":
			resources["image"] = imageResource(w)
		case "another image":
			resources["image2"] = imageResource(w)
		case "a group of images":
			resources["g"] = groupOf(2, imageResource(w))
		case "a wait handle":
			resources["r"] = resourceOf("OS::Heat::WaitConditionHandle", nil)
		case "a network":
			resources["network"] = resourceOf("OS::Neutron::Net", object{"name": w.Name("net")})
		default:
			return nil, fmt.Errorf("no part of a template is known as %q", part)
		}
	}
	maps.Copy(template, templateOf(resources))
	return template, nil
}

// chain is three values each of which requires the one before; an update changes all but the first.
func chain(value string) object {
	return object{
		"b": resourceOf("OS::Heat::RandomString", nil),
		"c": dependsOn(resourceOf("OS::Heat::TestResource", object{"value": value}), "b"),
		"d": dependsOn(resourceOf("OS::Heat::TestResource", object{"value": value}), "c"),
	}
}

// dependsOn is a resource that is created, updated and deleted in an order with another.
func dependsOn(resource any, other string) object {
	return merged(resource.(object), object{"depends_on": other})
}

// changedTemplate is a stack's template with changes for an update: another value, a larger group.
func changedTemplate(template object) object {
	resources := maps.Clone(template["resources"].(object))
	if _, there := resources["t"]; there {
		maps.Copy(resources, plainResources("new"))
	}
	if group, there := resources["g"].(object); there {
		maps.Copy(resources, nestedResources(3))
		if needs, depends := group["depends_on"].(string); depends {
			resources["g"] = dependsOn(resources["g"], needs)
		}
	}
	if _, there := resources["c"]; there {
		maps.Copy(resources, chain("new"))
		resources["e"] = merged(resourceOf("OS::Heat::None", nil), object{"depends_on": []any{"b", "c"}})
	}
	if _, there := resources["slow"]; there {
		resources["slow"] = slowResource("new", 0)
	}
	if _, there := resources["a"]; !there {
		resources["more"] = resourceOf("OS::Heat::None", nil)
	}
	out := maps.Clone(template)
	out["resources"] = resources
	return out
}

// adoptedStack is the data that an abandoned stack of this template would give, as text, without the resource named bad.
func adoptedStack(template object) string {
	resources := object{}
	for name, r := range template["resources"].(object) {
		if name == "bad" {
			continue
		}
		resources[name] = object{
			"name": name, "type": r.(object)["type"], "action": "CREATE", "status": "COMPLETE", "resource_id": "adopted-" +
				name, "resource_data": object{}, "metadata": object{},
		}
	}
	return phrases.Text(object{
		"action": "CREATE", "status": "COMPLETE", "template": template, "resources": resources,
		"environment": object{}, "files": object{},
	})
}
