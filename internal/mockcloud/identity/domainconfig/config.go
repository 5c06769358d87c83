// Package domainconfig has the configurations of domains: options of the identity service that a domain sets for itself.
package domainconfig

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// OperationSet holds the operations on configurations: of a domain, of a group in it, of one option.
func OperationSet() pipeline.OperationSet {
	configs := pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"domain-config.create": pipeline.OperationOf[sent]{
			Steps: []pipeline.StepOf[sent]{
				{Name: "find the domain", Run: findDomain},
				{Name: "check the options", Run: checkOptions},
				{Name: "replace the options", Run: replace},
			},
			Answer: func(x *pipeline.Exchange, w *sent) (*pipeline.Response, *pipeline.Fault) {
				status := 201
				if w.replaced {
					status = 200
				}
				return pipeline.Answer(status, "config", shown(of(x), "")), nil
			},
		}.Operation(),
	}}
	for _, part := range []string{"domain-config", "domain-config-group", "domain-config-option"} {
		configs.Operations[part+".show"] = pipeline.Operation{Policy: mayRead, Answer: show}
		configs.Operations[part+".update"] = pipeline.OperationOf[sent]{
			Steps: []pipeline.StepOf[sent]{
				{Name: "find the domain", Run: findDomain},
				{Name: "check the options", Run: checkOptions},
				{Name: "check the part", Run: checkPart},
				{Name: "set the options", Run: setOptions},
			},
			Answer: func(x *pipeline.Exchange, _ *sent) (*pipeline.Response, *pipeline.Fault) { return answer(x, "", "") },
		}.Operation()
		configs.Operations[part+".delete"] = record.Does("delete the options", remove)
		configs.Operations[part+"-default.show"] = pipeline.Operation{Answer: showDefault}
	}
	return configs
}

// sent holds the values that the steps of a change share.
type sent struct {
	Request struct {
		Config state.Extra `json:"config"`
	} `body:""`
	groups   map[string]state.Extra
	replaced bool
}

func findDomain(x *pipeline.Exchange, _ *sent) *pipeline.Fault {
	_, f := record.Domain(x, x.Params.Get("domain_id"))
	return f
}

// checkOptions refuses what no domain may set. A request about one option has no group around it.
func checkOptions(x *pipeline.Exchange, w *sent) *pipeline.Fault {
	w.groups = map[string]state.Extra{}
	if x.Params.Get("option") != "" {
		return w.add(x.Params.Get("group"), w.Request.Config)
	}
	if len(w.Request.Config) == 0 {
		return invalid("No options specified")
	}
	for _, name := range slices.Sorted(maps.Keys(w.Request.Config)) {
		value := w.Request.Config[name].Decoded()
		var options state.Extra
		if body.IsObject(value) {
			options = body.As[state.Extra](value)
		}
		if f := w.add(name, options); f != nil {
			return f
		}
	}
	return nil
}

// add adds the options of a group.
func (w *sent) add(name string, options state.Extra) *pipeline.Fault {
	if len(options) == 0 {
		return invalid("The value of group %s specified in the config should be a dictionary of options", name)
	}
	for _, option := range slices.Sorted(maps.Keys(options)) {
		if f := checkNames(name, option); f != nil {
			return f
		}
	}
	w.groups[name] = options
	return nil
}

// checkPart refuses what is not the group or the option of the path, or what the domain has not set yet.
func checkPart(x *pipeline.Exchange, w *sent) *pipeline.Fault {
	in, option := x.Params.Get("group"), x.Params.Get("option")
	if f := checkNames(in, option); f != nil || in == "" {
		return f
	}
	switch {
	case option != "" && len(w.groups[in]) != 1:
		return invalid("Trying to update option %s in group %s, so that, and only that, option must be specified  in the config", option, in)
	case len(w.groups) != 1:
		return invalid("Trying to update group %s, so that, and only that, group must be specified in the config", in)
	}
	for other := range w.groups {
		if other != in {
			return invalid("request to update group %s, but config provided contains group %s instead", in, other)
		}
	}
	for other := range w.groups[in] {
		if option != "" && other != option {
			return invalid("Trying to update option %s in group %s, but config provided contains option %s instead", option, in, other)
		}
	}
	if !has(of(x), in, option) {
		return absent(x, in, option)
	}
	return nil
}

func replace(x *pipeline.Exchange, w *sent) *pipeline.Fault {
	w.replaced = len(of(x)) > 0
	keep(x, w.groups)
	return nil
}

func setOptions(x *pipeline.Exchange, w *sent) *pipeline.Fault {
	all := cloned(of(x))
	for name, options := range w.groups {
		if all[name] == nil {
			all[name] = state.Extra{}
		}
		maps.Copy(all[name], options)
	}
	keep(x, all)
	return nil
}

// empty are the values that count as none where an option is deleted.
var empty = []state.JSON{"", state.Null, "false", "0", `""`, "[]", "{}"}

// remove deletes all options of a domain, those of a group, or one.
func remove(x *pipeline.Exchange) *pipeline.Fault {
	if _, f := record.Domain(x, x.Params.Get("domain_id")); f != nil {
		return f
	}
	in, option := x.Params.Get("group"), x.Params.Get("option")
	if f := checkNames(in, option); f != nil {
		return f
	}
	if in == "" {
		keep(x, nil)
		return nil
	}
	all := cloned(of(x))
	switch {
	case len(all[in]) == 0:
		return absent(x, in, "")
	case option != "" && slices.Contains(empty, all[in][option]):
		return absent(x, in, option)
	case option != "":
		delete(all[in], option)
	}
	if option == "" || len(all[in]) == 0 {
		delete(all, in)
	}
	keep(x, all)
	return nil
}

// mayRead asks policy, which lets everybody read the rules for passwords.
func mayRead(x *pipeline.Exchange) *pipeline.Fault {
	if x.Params.Get("group") == complianceGroup {
		return x.Demand("identity:get_security_compliance_domain_config")
	}
	return x.Demand("identity:get_domain_config")
}

// show answers with a configuration. That there is none is said before that there is no such domain.
func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	in, option := x.Params.Get("group"), x.Params.Get("option")
	if in != complianceGroup {
		return answer(x, in, option)
	}
	config, f := compliance(x.Params.Get("domain_id"), option)
	return pipeline.Answer(200, "config", config), f
}

func showDefault(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	config, f := defaults(x.Params.Get("group"), x.Params.Get("option"))
	return pipeline.Answer(200, "config", config), f
}

// answer shows what is not sensitive of a configuration: all of it, a group, or (named by its option alone) one option.
func answer(x *pipeline.Exchange, in, option string) (*pipeline.Response, *pipeline.Fault) {
	if f := checkNames(in, option); f != nil {
		return nil, f
	}
	all := shown(of(x), in)
	if option != "" {
		value, there := all[in][option]
		if !there {
			return nil, absent(x, in, option)
		}
		return pipeline.Answer(200, "config", state.Extra{option: value}), nil
	}
	if len(all) == 0 {
		return nil, absent(x, in, "")
	}
	return pipeline.Answer(200, "config", all), nil
}

// absent is the fault for a configuration, or a part of one, that a domain does not have.
func absent(x *pipeline.Exchange, in, option string) *pipeline.Fault {
	what := "any options"
	switch {
	case option != "":
		what = "option " + option + " in group " + in
	case in != "":
		what = "group " + in
	}
	return pipeline.NotFound("Could not find %s in domain configuration for domain %s.", what, x.Params.Get("domain_id"))
}

// of is the configuration of the domain of the path, by group; nil without one.
func of(x *pipeline.Exchange) map[string]state.Extra {
	if c := state.DomainConfigs.Get(x.Txn, x.Params.Get("domain_id")); c != nil {
		return c.Groups
	}
	return nil
}

// has tells whether a configuration has a group, or an option in it.
func has(all map[string]state.Extra, in, option string) bool {
	if option == "" {
		return len(all[in]) > 0
	}
	_, there := all[in][option]
	return there
}

// shown is the part of a configuration that is not sensitive: of one group, or ("") of all.
func shown(all map[string]state.Extra, in string) map[string]state.Extra {
	out := map[string]state.Extra{}
	for name, options := range all {
		if in != "" && name != in {
			continue
		}
		for option, value := range options {
			if slices.Contains(supported()[name].Sensitive, option) {
				continue
			}
			if out[name] == nil {
				out[name] = state.Extra{}
			}
			out[name][option] = value
		}
	}
	return out
}

func cloned(all map[string]state.Extra) map[string]state.Extra {
	out := map[string]state.Extra{}
	for name, options := range all {
		out[name] = maps.Clone(options)
	}
	return out
}

// keep makes a configuration that of the domain of the path.
func keep(x *pipeline.Exchange, all map[string]state.Extra) {
	id := x.Params.Get("domain_id")
	if len(all) == 0 {
		state.DomainConfigs.Delete(x.Txn, id)
		return
	}
	state.DomainConfigs.Insert(x.Txn, &state.DomainConfig{DomainID: id, Groups: all})
}
