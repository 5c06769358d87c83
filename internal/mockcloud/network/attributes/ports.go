package attributes

import (
	"bytes"
	"maps"
	"net"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// macOrNone is a MAC address, or null, which asks for another one.
func macOrNone(key string, value any) (any, *pipeline.Fault) {
	if value != nil && !soundMAC(value) {
		return nil, faults.Invalid(key, "'%s' is not a valid MAC address", python.Str(value))
	}
	return value, nil
}

var bareMAC = regexp.MustCompile(`^[0-9a-fA-F]{12}$`)

// soundMAC tells whether a value is a MAC address; those of zeros and of ones alone are none.
func soundMAC(value any) bool {
	said := body.As[string](value)
	if bareMAC.MatchString(said) {
		said = said[:4] + "." + said[4:8] + "." + said[8:]
	}
	at, err := net.ParseMAC(said)
	return err == nil && len(at) == 6 && !bytes.Equal(at, make([]byte, 6)) && !bytes.Equal(at, bytes.Repeat([]byte{255}, 6))
}

// fixedIPs checks the addresses of a port: each once.
func fixedIPs(key string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	if !isList {
		return faults.Invalid(key, "Invalid data format for fixed IP: '%s'", python.Str(value))
	}
	var seen []any
	for _, each := range all {
		if !body.IsObject(each) {
			return faults.Invalid(key, "Invalid data format for fixed IP: '%s'", python.Str(each))
		}
		if address, named := body.ObjectIn(each)["ip_address"]; named {
			if slices.ContainsFunc(seen, func(other any) bool { return reflect.DeepEqual(other, address) }) {
				return faults.Invalid(key, "Duplicate IP address '%s'", python.Str(address))
			}
			if f := addressText(key, address); f != nil {
				return f
			}
			seen = append(seen, address)
		}
		if subnet, named := body.ObjectIn(each)["subnet_id"]; named {
			if f := uuidText(key, subnet); f != nil {
				return f
			}
		}
	}
	return nil
}

// portTags are the tags of a new port: they are checked, and nothing becomes of them (both clouds).
func portTags(key string, value any) *pipeline.Fault {
	return listed(key, value, func(key string, value any) *pipeline.Fault {
		_, f := text(longest)(key, value)
		return f
	})
}

// mostPairs is how many additional addresses a port can have.
const mostPairs = 10

// addressPairs checks the addresses that a port may send from besides its own.
func addressPairs(key string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	switch {
	case !isList:
		return faults.BadRequest("Allowed address pairs must be a list.")
	case len(all) > mostPairs:
		return faults.New(400, "AllowedAddressPairExhausted", "The number of allowed address pair exceeds the maximum %d.", mostPairs)
	}
	seen := map[string]bool{}
	for _, each := range all {
		pair := body.ObjectIn(each)
		address, given := pair["ip_address"]
		mac, named := pair["mac_address"]
		text := python.Str(mac) + " ip_address " + python.Str(address)
		said, isText := body.TextIn(address)
		switch {
		case !body.IsObject(each):
			return faults.Invalid(key, "'%s' is not a dictionary", python.Str(each))
		case named && !soundMAC(mac):
			return faults.BadRequest("'%s' is not a valid MAC address", python.Str(mac))
		case !given:
			return faults.New(400, "AllowedAddressPairsMissingIP", "AllowedAddressPair must contain ip_address")
		case seen[text]:
			return faults.New(400, "DuplicateAddressPairInRequest", "Request contains duplicate address pair: mac_address %s.", text)
		case len(pair) > 2 || len(pair) == 2 && !named:
			return unknownKeys(pair, "ip_address", "mac_address")
		case !isText:
			return faults.BadRequest("'%s' is not a valid IP address", python.Str(address))
		}
		wrong := refuseAddress(said)
		if strings.Contains(said, "/") {
			wrong = refuseRange(said)
		}
		if wrong != "" {
			return faults.BadRequest("%s", wrong)
		}
		seen[text] = true
	}
	return nil
}

// unknownKeys is the fault for the keys of an object that it must not have.
func unknownKeys(object body.Object, known ...string) *pipeline.Fault {
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	return faults.BadRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
}

// blankOptions are the DHCP options that need no value.
var blankOptions = []string{"router", "classless-static-route"}

// dhcpOptions checks DHCP options: each has a name and a value, or null to take it away.
func dhcpOptions(_ string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	if !isList && value != nil {
		return faults.Input("'%s' is not a list", python.Str(value))
	}
	for _, each := range all {
		option := body.ObjectIn(each)
		name, isText := body.TextIn(option["opt_name"])
		said, given := option["opt_value"]
		version, versioned := option["ip_version"]
		known := len(option)
		for _, key := range []string{"opt_name", "opt_value", "ip_version"} {
			if _, there := option[key]; there {
				known--
			}
		}
		blank := slices.Contains(blankOptions, name)
		if !isText || !given || known > 0 || !optionText(name, false) || said != nil && !optionText(said, blank) {
			return faults.Input("No valid key specs matched for: %s", python.Str(each))
		}
		if !versioned {
			continue
		}
		switch n, whole := Whole(version); {
		case !whole:
			return faults.Input("'%s' is not an integer", python.Str(version))
		case n != 4 && n != 6:
			return faults.Input("No valid key specs matched for: %s", python.Str(each))
		}
	}
	return nil
}

// optionText tells whether a name or a value of a DHCP option is a text, and not too long or blank.
func optionText(value any, blank bool) bool {
	said, isText := body.TextIn(value)
	return isText && utf8.RuneCountInString(said) <= longest && (blank || strings.TrimSpace(said) != "")
}

// subPorts checks the subports of a new trunk: ports and segments, each once.
func subPorts(key string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	if !isList {
		return faults.Invalid(key, "Invalid data format for subports: '%s' is not a list", python.Str(value))
	}
	seen := map[string]bool{}
	for _, each := range all {
		s := body.ObjectIn(each)
		said, named := s["port_id"]
		id, kind, port := s["segmentation_id"], s["segmentation_type"], body.As[string](said)
		segment := python.Str(kind) + " " + python.Str(id)
		switch {
		case !body.IsObject(each):
			return faults.Invalid(key, "Invalid data format for subport: '%s' is not a dict", python.Str(each))
		case !named:
			return faults.Invalid(key, "A valid port UUID must be specified")
		case uuid.Validate(port) != nil:
			return faults.Invalid(key, "Invalid UUID for subport: '%s'", python.Str(said))
		case seen[port]:
			return faults.Invalid(key, "Non unique UUID for subport: '%s'", port)
		case kind == "inherit":
			return nil
		case (kind == nil || kind == "" || id == nil) && len(s) > 1:
			return faults.Invalid(key, "Invalid subport details '%s': missing segmentation information. Must specify both segmentation_id and "+
				"segmentation_type", python.Repr(each))
		case id != nil && seen[segment]:
			return faults.Invalid(key, "Segmentation ID '%s' for '%s' is not unique", python.Str(id), port)
		}
		seen[port], seen[segment] = true, true
	}
	return nil
}
