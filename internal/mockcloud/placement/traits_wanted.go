package placement

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// traitFilter is the filter by the keys "required" of a query: one trait of each list, none of the forbidden.
type traitFilter struct {
	any       [][]string
	forbidden []string
}

var (
	forbiddenTraits = openapi.MustVersion("1.22")
	anyTraits       = openapi.MustVersion("1.39")
)

// wantedTraits reads the keys "required" with a group's suffix: all listed traits are required, traits after "!" are forbidden, and
// one of those after "in:" is required.
func wantedTraits(x *pipeline.Exchange, suffix string) (traitFilter, *pipeline.Fault) {
	values := x.Query["required"+suffix]
	if len(values) > 1 && x.Version.Less(anyTraits) {
		values = values[len(values)-1:]
	}
	return readTraits(x, values, !x.Version.Less(forbiddenTraits))
}

func readTraits(x *pipeline.Exchange, values []string, forbids bool) (traitFilter, *pipeline.Fault) {
	out := traitFilter{}
	for _, value := range values {
		if one, ok := strings.CutPrefix(value, "in:"); ok {
			names := split(one)
			switch {
			case x.Version.Less(anyTraits):
				return out, badTraits("The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported since microversion 1.39. Got: %s", value)
			case slices.Contains(names, ""):
				return out, badTraits("Expected 'required' parameter value of the form: in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait "+
					"in: %s", value)
			case strings.Contains(one, "!"):
				return out, badTraits("The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' does not support forbidden traits. Got: %s", value)
			}
			out.any = append(out.any, names)
			continue
		}
		form := "HW_CPU_X86_VMX,CUSTOM_MAGIC"
		if forbids {
			form = "HW_CPU_X86_VMX,!CUSTOM_MAGIC"
		}
		for _, name := range split(value) {
			bare, not := strings.CutPrefix(name, "!")
			switch {
			case bare == "":
				return out, badTraits("Expected 'required' parameter value of the form: %s. Got an empty trait in: %s", form, value)
			case not && !forbids:
				return out, badTraits("Expected 'required' parameter value of the form: %s. Got: %s", form, value)
			case not:
				out.forbidden = append(out.forbidden, bare)
			default:
				out.any = append(out.any, []string{bare})
			}
		}
	}
	return out, nil
}

func split(text string) []string {
	names := strings.Split(text, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names
}

func badTraits(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid query string parameters: "+format, args...)
}

// checkExist refuses traits that do not exist.
func (f *traitFilter) checkExist(x *pipeline.Exchange, where string) *pipeline.Fault {
	var unknown []string
	for _, name := range slices.Concat(slices.Concat(f.any...), f.forbidden) {
		if !isTrait(x, name) && !slices.Contains(unknown, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return pipeline.BadRequest("%sNo such trait(s): %s.", where, strings.Join(unknown, ", "))
	}
	return nil
}

// matches tells whether a provider's traits match the filter.
func (f *traitFilter) matches(own []string) bool { return f.hasRequired(own) && f.hasNoForbidden(own) }

func (f *traitFilter) hasRequired(own []string) bool {
	for _, names := range f.any {
		if !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(own, name) }) {
			return false
		}
	}
	return true
}

func (f *traitFilter) hasNoForbidden(own []string) bool {
	return !slices.ContainsFunc(f.forbidden, func(name string) bool { return slices.Contains(own, name) })
}
