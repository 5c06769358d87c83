package domainconfig

import (
	"bytes"
	_ "embed"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

//go:embed options.yaml
var optionsText []byte

// group has the options of a group with their defaults, and the names of the sensitive ones.
type group struct {
	Options   map[string]value
	Sensitive []string
}

// value is a default, read from YAML.
type value struct{ state.JSON }

// UnmarshalYAML implements yaml.Unmarshaler.
func (v *value) UnmarshalYAML(node *yaml.Node) error {
	var decoded any
	err := node.Decode(&decoded)
	v.JSON = state.JSONOf(decoded)
	return err
}

// supported reads the table of options.
var supported = sync.OnceValue(func() map[string]*group {
	var all map[string]*group
	decoder := yaml.NewDecoder(bytes.NewReader(optionsText))
	decoder.KnownFields(true)
	if err := decoder.Decode(&all); err != nil {
		panic("options.yaml: " + err.Error())
	}
	return all
})

// complianceGroup is the group that everybody may read, of the default domain, and nobody may set here.
const complianceGroup = "security_compliance"

// readable are the options of complianceGroup that are shown. Neither has a value.
var readable = []string{"password_regex", "password_regex_description"}

// invalid is the refusal of a configuration.
func invalid(format string, args ...any) *pipeline.Fault {
	return pipeline.Forbidden("Invalid domain specific configuration: "+format+".", args...)
}

// checkNames refuses a group that is not supported, and an option that its group does not have; "" stands for none.
func checkNames(in, option string) *pipeline.Fault {
	if in == "" {
		return nil
	}
	g := supported()[in]
	if g == nil {
		return invalid("Group %s is not supported for domain specific configurations", in)
	}
	if _, known := g.Options[option]; option != "" && !known && !slices.Contains(g.Sensitive, option) {
		return invalid("Option %s in group %s is not supported for domain specific configurations", option, in)
	}
	return nil
}

// defaults are the values without a configuration: of all groups, of one, or (named by its option alone) of one option.
func defaults(in, option string) (any, *pipeline.Fault) {
	if f := checkNames(in, option); f != nil {
		return nil, f
	}
	if option != "" {
		value, shown := supported()[in].Options[option]
		if !shown {
			return nil, invalid("Reading the default for option %s in group %s is not supported", option, in)
		}
		return state.Extra{option: value.JSON}, nil
	}
	all := map[string]state.Extra{}
	for name, g := range supported() {
		if in != "" && name != in {
			continue
		}
		all[name] = state.Extra{}
		for option, value := range g.Options {
			all[name][option] = value.JSON
		}
	}
	return all, nil
}

// compliance are the rules for passwords: of the default domain, for everybody.
func compliance(domain, option string) (any, *pipeline.Fault) {
	if domain != "default" {
		return nil, invalid("Reading security compliance information for any domain other than the default domain is not allowed or supported.")
	}
	if option == "" {
		both := state.Extra{}
		for _, name := range readable {
			both[name] = state.Null
		}
		return map[string]state.Extra{complianceGroup: both}, nil
	}
	if !slices.Contains(readable, option) {
		return nil, invalid("Reading security compliance values other than password_regex and password_regex_description is not allowed.")
	}
	return state.Extra{option: state.Null}, nil
}
