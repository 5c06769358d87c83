package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// The profiles in which a body passes.
const (
	both      = "both"
	shipped   = "shipped"
	specified = "specified"
	none      = "none"
)

func TestRequestBodiesByMicroversion(t *testing.T) {
	const (
		image   = `"imageRef":"70a599e0-31e7-49b7-b260-868f441e862b"`
		rebuild = "servers.rebuild"
		create  = "servers.create"
		unshel  = "servers.unshelve"
		keypair = "keypairs.create"
		base    = `"name":"s","flavorRef":"1"`
	)
	long := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = 'k'
		}
		return string(b)
	}
	for _, row := range []struct {
		op, at, body string
		accepted     string
	}{
		{rebuild, "2.1", `{"rebuild":{` + image + `}}`, both},
		{rebuild, "2.1", `{"rebuild":{"imageRef":"nope"}}`, none},
		{rebuild, "2.1", `{"rebuild":{}}`, none},
		{rebuild, "2.1", `{"rebuild":null}`, none},
		{rebuild, "2.1", `{"rebuild":{` + image + `},"x":1}`, none},
		{rebuild, "2.1", `{"rebuild":{` + image + `,"personality":[{"path":"/a","contents":"YQ=="}]}}`, both},
		{rebuild, "2.56", `{"rebuild":{` + image + `,"personality":[],"key_name":"k","description":null}}`, both},
		{rebuild, "2.57", `{"rebuild":{` + image + `,"personality":[]}}`, none},
		{rebuild, "2.18", `{"rebuild":{` + image + `,"description":"d"}}`, none},
		{rebuild, "2.19", `{"rebuild":{` + image + `,"description":"d"}}`, both},
		{rebuild, "2.19", `{"rebuild":{` + image + `,"description":"a\u0001"}}`, none},
		{rebuild, "2.53", `{"rebuild":{` + image + `,"key_name":"k"}}`, none},
		{rebuild, "2.53", `{"rebuild":{` + image + `,"key_name":null}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":"k"}}`, both},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":null}}`, shipped},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":" k"}}`, shipped},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"key_name":"k "}}`, shipped},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":"k k"}}`, both},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":""}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":5}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":true}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":["k"]}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":{}}}`, none},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":"` + long(255) + `"}}`, both},
		{rebuild, "2.54", `{"rebuild":{` + image + `,"key_name":"` + long(256) + `"}}`, none},
		{rebuild, "2.54", `{"rebuild":{"key_name":"k"}}`, none},
		{rebuild, "2.56", `{"rebuild":{` + image + `,"user_data":"YQ=="}}`, none},
		{rebuild, "2.57", `{"rebuild":{` + image + `,"user_data":"YQ=="}}`, both},
		{rebuild, "2.57", `{"rebuild":{` + image + `,"user_data":null}}`, both},
		{rebuild, "2.57", `{"rebuild":{` + image + `,"user_data":"a"}}`, none},
		{rebuild, "2.62", `{"rebuild":{` + image + `,"trusted_image_certificates":null}}`, none},
		{rebuild, "2.63", `{"rebuild":{` + image + `,"trusted_image_certificates":null}}`, both},
		{rebuild, "2.63", `{"rebuild":{` + image + `,"trusted_image_certificates":[]}}`, none},
		{rebuild, "2.63", `{"rebuild":{` + image + `,"trusted_image_certificates":["a","a"]}}`, none},
		{rebuild, "2.89", `{"rebuild":{` + image + `,"hostname":"nn"}}`, none},
		{rebuild, "2.90", `{"rebuild":{` + image + `,"hostname":"nn"}}`, both},
		{rebuild, "2.93", `{"rebuild":{` + image + `,"hostname":"a.b"}}`, none},
		{rebuild, "2.93", `{"rebuild":{` + image + `,"hostname":"a"}}`, none},
		{rebuild, "2.94", `{"rebuild":{` + image + `,"hostname":"-a.b"}}`, both},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"preserve_ephemeral":"Yes"}}`, both},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"preserve_ephemeral":"maybe"}}`, none},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"preserve_ephemeral":1}}`, none},
		{rebuild, "2.104", `{"rebuild":{` + image +
			`,"metadata":{"a b":"c"},"OS-DCF:diskConfig":"AUTO","accessIPv4":"1.2.3.4","accessIPv6":"::1","adminPass":"","name":"n"}}`, both},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"metadata":{"a/b":"c"}}}`, none},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"metadata":{"a":1}}}`, none},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"accessIPv4":"::1"}}`, none},
		{rebuild, "2.104", `{"rebuild":{` + image + `,"name":" n"}}`, none},

		{create, "2.1", `{"server":{` + base + `}}`, both},
		{create, "2.1", `{"server":{"name":"s"}}`, none},
		{create, "2.1", `{"server":{"name":"s","flavorRef":1,"imageRef":""}}`, both},
		{create, "2.1", `{"server":{` + base + `,"imageRef":"x"}}`, none},
		{create, "2.36", `{"server":{` + base + `,"networks":"none"}}`, none},
		{create, "2.36", `{"server":{` + base + `,"networks":[{"uuid":"x","tag":"t"}]}}`, both},
		{create, "2.37", `{"server":{` + base + `}}`, none},
		{create, "2.37", `{"server":{` + base + `,"networks":"none"}}`, both},
		{create, "2.37", `{"server":{` + base + `,"networks":"some"}}`, none},
		{create, "2.37", `{"server":{` + base + `,"networks":[{"uuid":"x"}]}}`, none},
		{create, "2.37", `{"server":{` + base + `,"networks":[{"tag":"t"}]}}`, none},
		{create, "2.37", `{"server":{` + base + `,"networks":[{"port":null,"fixed_ip":"::1"}]}}`, both},
		{create, "2.42", `{"server":{` + base + `,"networks":[{"tag":"t"}]}}`, both},
		{create, "2.31", `{"server":{` + base + `,"block_device_mapping_v2":[{"tag":"t"}]}}`, none},
		{create, "2.32", `{"server":{` + base + `,"block_device_mapping_v2":[{"tag":"t"}]}}`, both},
		{create, "2.33", `{"server":{` + base + `,"block_device_mapping_v2":[{"tag":"t"}]}}`, none},
		{create, "2.42", `{"server":{` + base +
			`,"networks":"auto","block_device_mapping_v2":[{"tag":"t","boot_index":null,"volume_size":"1"}]}}`, both},
		{create, "2.66", `{"server":{` + base + `,"networks":"auto","block_device_mapping_v2":[{"volume_type":"a"}]}}`, none},
		{create, "2.67", `{"server":{` + base + `,"networks":"auto","block_device_mapping_v2":[{"volume_type":"a"}]}}`, both},
		{create, "2.51", `{"server":{` + base + `,"networks":"auto","tags":["a"]}}`, none},
		{create, "2.52", `{"server":{` + base + `,"networks":"auto","tags":["a"]}}`, both},
		{create, "2.52", `{"server":{` + base + `,"networks":"auto","tags":["a,b"]}}`, none},
		{create, "2.73", `{"server":{` + base + `,"networks":"auto","host":"h"}}`, none},
		{create, "2.74", `{"server":{` + base + `,"networks":"auto","host":"h","hypervisor_hostname":"h"}}`, both},
		{create, "2.104", `{"server":{` + base + `,"networks":"auto","hypervisor_uuid":"70a599e0-31e7-49b7-b260-868f441e862b"}}`, none},
		{create, "2.104", `{"server":{` + base +
			`,"networks":"auto","min_count":"1","max_count":2,"return_reservation_id":"True","config_drive":"0"}}`, both},
		{create, "2.104", `{"server":{` + base + `,"networks":"auto","min_count":0}}`, none},
		{create, "2.104", `{"server":{` + base + `,"networks":"auto"},"os:scheduler_hints":{"foo":[1],"query":{}}}`, both},
		{create, "2.104", `{"server":{` + base + `,"networks":"auto"},"os:scheduler_hints":{"group":"x"}}`, none},
		{create, "2.104", `{"server":{` + base + `,"networks":"auto","key_name":null}}`, none},

		{unshel, "2.76", `{"unshelve":{"host":"h"}}`, both},
		{unshel, "2.76", `{"unshelve":null}`, both},
		{unshel, "2.76", `{"unshelve":5}`, both},
		{unshel, "2.77", `{"unshelve":null}`, both},
		{unshel, "2.77", `{"unshelve":{"availability_zone":"az1"}}`, both},
		{unshel, "2.77", `{"unshelve":{}}`, none},
		{unshel, "2.90", `{"unshelve":{"availability_zone":null}}`, none},
		{unshel, "2.90", `{"unshelve":{"availability_zone":""}}`, none},
		{unshel, "2.90", `{"unshelve":{"availability_zone":"az1","host":"h"}}`, none},
		{unshel, "2.91", `{"unshelve":null}`, both},
		{unshel, "2.91", `{"unshelve":{"availability_zone":null,"host":"h"}}`, both},
		{unshel, "2.91", `{"unshelve":{"host":"h"}}`, both},
		{unshel, "2.91", `{"unshelve":{"availability_zone":""}}`, shipped},
		{unshel, "2.91", `{"unshelve":{"host":""}}`, shipped},
		{unshel, "2.91", `{"unshelve":{"availability_zone":" a b "}}`, both},
		{unshel, "2.91", `{"unshelve":{"host":null}}`, none},
		{unshel, "2.91", `{"unshelve":{"foo":"x","host":"h"}}`, none},
		{unshel, "2.91", `{"unshelve":[]}`, none},
		{unshel, "2.91", `{"unshelve":{}}`, shipped},
		{unshel, "2.104", `{"unshelve":{}}`, shipped},

		{keypair, "2.1", `{"keypair":{"name":"k"}}`, both},
		{keypair, "2.1", `{"keypair":{"name":"k","type":"ssh"}}`, none},
		{keypair, "2.2", `{"keypair":{"name":"k","type":"x509"}}`, both},
		{keypair, "2.2", `{"keypair":{"name":"k","type":"rsa"}}`, none},
		{keypair, "2.9", `{"keypair":{"name":"k","user_id":"u"}}`, none},
		{keypair, "2.10", `{"keypair":{"name":"k","user_id":"u"}}`, both},
		{keypair, "2.91", `{"keypair":{"name":"k@a.b"}}`, none},
		{keypair, "2.92", `{"keypair":{"name":"k@a.b","public_key":"p"}}`, both},
		{keypair, "2.92", `{"keypair":{"name":"k"}}`, none},
		{keypair, "2.92", `{"keypair":{"name":"k!","public_key":"p"}}`, none},
		{keypair, "2.1", `{"keypair":{"name":" k"}}`, none},
		{keypair, "2.1", `{"keypair":{"name":""}}`, none},

		{"servers.lock", "2.72", `{"lock":{"any":1}}`, both},
		{"servers.lock", "2.73", `{"lock":{"any":1}}`, none},
		{"servers.lock", "2.73", `{"lock":{"locked_reason":"r"}}`, both},
		{"servers.lock", "2.73", `{"lock":null}`, both},
		{"servers.update", "2.1", `{"server":{}}`, both},
		{"servers.update", "2.103", `{"server":{"pinned_availability_zone":null}}`, none},
		{"servers.update", "2.104", `{"server":{"pinned_availability_zone":null}}`, both},
		{"servers.update", "2.89", `{"server":{"hostname":"nn"}}`, none},
		{"servers.reset-state", "2.1", `{"os-resetState":{"state":"stopped"}}`, none},
		{"servers.reset-state", "2.1", `{"os-resetState":{"state":"error"}}`, both},
		{"servers.reboot", "2.1", `{"reboot":{"type":"soft"}}`, both},
		{"servers.reboot", "2.1", `{"reboot":null}`, none},
		{"servers.start", "2.1", `{"os-start":{"x":[1]}}`, both},
	} {
		for _, p := range []openapi.Profile{openapi.Shipped, openapi.Specified} {
			t.Run(string(p)+" "+row.op+" at "+row.at+" "+row.body[:min(len(row.body), 160)], func(t *testing.T) {
				var body any
				require.NoError(t, json.Unmarshal([]byte(row.body), &body))
				got := computeOperation(t, p, row.at, row.op).CheckBody(body)
				if row.accepted == both || row.accepted == string(p) {
					assert.Nil(t, got)
				} else {
					assert.NotNil(t, got)
				}
			})
		}
	}
}

// The texts that docs/contract/10-rebuild-keypair.md §2 and docs/contract/20-unshelve-host.md §4 quote.
func TestRefusalsInTheServicesWords(t *testing.T) {
	for _, row := range []struct{ op, at, body, message string }{
		{"servers.rebuild", "2.54", `{"rebuild":{"key_name":"k"}}`, "'imageRef' is a required property"},
		{"servers.rebuild", "2.54", `{"rebuild":{"imageRef":"nope"}}`, "'nope' is not a 'uuid'"},
		{
			"servers.rebuild", "2.53", `{"rebuild":{"imageRef":"70a599e0-31e7-49b7-b260-868f441e862b","key_name":null}}`,
			"Additional properties are not allowed ('key_name' was unexpected)",
		},
		{
			"servers.rebuild", "2.54", `{"rebuild":{"imageRef":"70a599e0-31e7-49b7-b260-868f441e862b","key_name":""}}`,
			"'' is not valid under any of the given schemas",
		},
		{"servers.unshelve", "2.90", `{"unshelve":{"foo":1}}`, "'availability_zone' is a required property"},
		{"servers.unshelve", "2.90", `{"unshelve":{"availability_zone":null}}`, "None is not of type 'string'"},
		{"servers.unshelve", "2.91", `{"unshelve":{"foo":1}}`, "{'foo': 1} is not valid under any of the given schemas"},
		{"servers.unshelve", "2.91", `{"unshelve":{"host":null}}`, "{'host': None} is not valid under any of the given schemas"},
		{"servers.create", "2.37", `{"server":{"name":"s","flavorRef":"1"}}`, "'networks' is a required property"},
		{"servers.create", "2.36", `{"server":{"name":"s","flavorRef":"1","networks":"none"}}`, "'none' is not of type 'array'"},
	} {
		t.Run(row.op+" at "+row.at+" "+row.body, func(t *testing.T) {
			var body any
			require.NoError(t, json.Unmarshal([]byte(row.body), &body))
			got := computeOperation(t, openapi.Shipped, row.at, row.op).CheckBody(body)
			require.NotNil(t, got)
			assert.Equal(t, row.message, got.Message)
		})
	}
}
