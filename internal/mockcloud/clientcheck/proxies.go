package clientcheck

import (
	"strings"

	"plumbline/internal/openapi"
)

// proxy is a part of compute's API that only passed requests on to another service.
type proxy struct {
	gone    openapi.Version
	instead string
}

// proxies are the proxies by the first segment of the path after the version, or by action. Nova's microversions 2.36 and 2.44
// removed them; the documents do not have them.
var proxies = func() map[string]proxy {
	out := map[string]proxy{}
	add := func(gone, instead string, names ...string) {
		for _, name := range names {
			out[name] = proxy{openapi.MustVersion(gone), instead}
		}
	}
	add("2.36", "the image service", "images")
	add("2.36", "the block storage service", "os-volumes", "os-snapshots")
	add("2.36", "the bare metal service", "os-baremetal-nodes")
	add("2.36", "the network service", "os-networks", "os-tenant-networks", "os-fixed-ips", "os-floating-ips", "os-floating-ips-bulk",
		"os-floating-ip-pools", "os-floating-ip-dns", "os-security-groups", "os-security-group-rules",
		"os-security-group-default-rules", "os-fping")
	add("2.44", "the network service", "addFixedIp", "removeFixedIp", "addFloatingIp", "removeFloatingIp", "os-virtual-interfaces")
	return out
}()

// judgeProxied judges a request to a proxy; false if it is not one.
func (j *judge) judgeProxied(c *call) bool {
	if c.Service != openapi.Compute {
		return false
	}
	p, known := proxies[c.action]
	if !known {
		p, known = proxies[c.segment()]
	}
	switch {
	case !known:
		return false
	case c.version.AtLeast(p.gone):
		j.addFinding(missingAt, c, "", "it is there until "+p.gone.Previous().String()+"; since then "+p.instead+" has it")
	default:
		j.addFinding(goingAway, c, "", "it is there until "+p.gone.Previous().String()+"; "+p.instead+" has it")
	}
	return true
}

// segment is the first segment of the path after the version and project; "os-virtual-interfaces" if the path ends with that.
func (c *call) segment() string {
	segments := strings.Split(strings.Trim(c.url.Path, "/"), "/")
	if len(segments) < 3 {
		return ""
	}
	if last := segments[len(segments)-1]; last == "os-virtual-interfaces" {
		return last
	}
	for _, s := range segments[2:min(len(segments), 4)] {
		if _, known := proxies[s]; known {
			return s
		}
	}
	return ""
}
