package clientcheck_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/clientcheck"
)

const (
	servers = "/compute/v2.1/servers"
	image   = "00000000-0000-4000-8000-00000000dead"
)

func actionOf(id string) string { return servers + "/" + id + "/action" }

// ruleTest is a client that breaks a rule, and one that does nearly the same and does not.
type ruleTest struct {
	bad, good func(c *client)
	// where and says are parts of what is found.
	where, says string
}

var ruleTests = map[string]ruleTest{
	"CLI-101": {
		bad: func(c *client) { c.at("compute 2.36").get("/compute/v2.1/images") },
		good: func(c *client) {
			c.at("compute 2.36").get(
				"/compute/v2.1/flavors")
		}, where: "compute GET /images at 2.36", says: "it is there until 2.35; since then the image service has it",
	},
	"CLI-102": {
		bad:  func(c *client) { c.at("compute 2.35").get("/compute/v2.1/images") },
		good: func(c *client) { c.at("compute 2.35").get("/compute/v2.1/flavors") }, says: "it is there until 2.35",
	},
	"CLI-103": {
		bad:  func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"explode": null}`) },
		good: func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`) }, where: "/servers/{server_id}/action explode",
	},
	"CLI-104": {
		bad:  func(c *client) { c.get("/compute/v2.1/os-teapots") },
		good: func(c *client) { c.get(servers) }, where: "compute GET /compute/v2.1/os-teapots",
	},
	"CLI-105": {
		bad:  func(c *client) { c.get("/compute/v2/servers") },
		good: func(c *client) { c.get(servers) },
	},
	"CLI-106": {
		bad:  func(c *client) { c.get("/compute/v2.1/" + c.project() + "/servers") },
		good: func(c *client) { c.get(servers + "/detail") }, where: "compute",
	},
	"CLI-107": {
		bad:  func(c *client) { c.get("/compute/v2.1/" + strings.Repeat("0", 32) + "/servers") },
		good: func(c *client) { c.get("/compute/v2.1/" + c.project() + "/servers") },
	},
	"CLI-201": {
		bad:  func(c *client) { c.send("POST", servers, `{"server": `) },
		good: func(c *client) { c.send("POST", servers, `{"server": {}}`) },
	},
	"CLI-202": {
		bad: func(c *client) {
			c.send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": "`+image+`", "hostname": "a"}}`)
		},
		good: func(c *client) {
			c.at("compute 2.90").send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": "`+image+`", "hostname": "a"}}`)
		},
		says: "'hostname' was unexpected",
	},
	"CLI-203": {
		bad: func(c *client) {
			c.send("POST", c.stacks(), `{"stack_name": "s", "template": {"heat_template_version": "2018-08-31"}, "colour": "red"}`)
		},
		good: func(c *client) {
			c.send("POST", c.stacks(), `{"stack_name": "s", "template": {"heat_template_version": "2018-08-31"}, "tags": "red"}`)
		},
	},
	"CLI-204": {
		bad:  func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": 5}}`) },
		good: func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"rebuild": {"imageRef": "`+image+`"}}`) },
		says: "5 is not of type 'string'",
	},
	"CLI-205": {
		bad:  func(c *client) { c.get(servers + "?colour=red") },
		good: func(c *client) { c.get(servers + "?name=red") }, says: "colour",
	},
	"CLI-206": {
		bad:  func(c *client) { c.at("compute 2.54").get(servers + "?colour=red") },
		good: func(c *client) { c.at("compute 2.54").get(servers + "?name=red") },
	},
	"CLI-207": {
		bad:  func(c *client) { c.get(servers + "?limit=many") },
		good: func(c *client) { c.get(servers + "?limit=50") }, says: "'many' does not match",
	},
	"CLI-301": {
		bad: func(c *client) { c.at("volume 3.59").with("OpenStack-API-Version").get(servers) },
		good: func(c *client) {
			c.get(servers)
			c.with("OpenStack-API-Version").get(
				"/compute/v2.1/")
		}, where: "compute", says: "the oldest is 2.1",
	},
	"CLI-302": {
		bad:  func(c *client) { c.at("compute latest").get(servers) },
		good: func(c *client) { c.at("compute 2.79").get(servers) },
	},
	"CLI-303": {
		bad:  func(c *client) { c.at("compute 2.999").get(servers) },
		good: func(c *client) { c.at("compute 2.79").get(servers) }, says: "2.999",
	},
	"CLI-304": {
		bad:  func(c *client) { c.at("compute two").get(servers) },
		good: func(c *client) { c.at("compute 2.1").get(servers) }, says: "'two'",
	},
	"CLI-305": {
		bad: func(c *client) {
			c.with("OpenStack-API-Version").with("X-OpenStack-Nova-API-Version", "2.27").get(servers)
		},
		good: func(c *client) {
			c.with("OpenStack-API-Version").with("X-OpenStack-Nova-API-Version", "2.26").get(servers)
		},
	},
	"CLI-306": {
		bad:  func(c *client) { c.at("nova 2.79").get(servers) },
		good: func(c *client) { c.at("volume 3.59, compute 2.79").get(servers) }, says: "the service's name in it is compute",
	},
	"CLI-401": {
		bad:  func(c *client) { c.with("User-Agent").get(servers) },
		good: func(c *client) { c.get(servers) },
	},
	"CLI-402": {
		bad:  func(c *client) { c.with("X-Openstack-Request-Id").get(servers) },
		good: func(c *client) { c.get(servers) }, where: "tests/1",
	},
	"CLI-403": {
		bad:  func(c *client) { c.with("Content-Type").send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`) },
		good: func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`) },
	},
	"CLI-404": {
		bad: func(c *client) {
			c.with("Content-Type", "text/plain").send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`)
		},
		good: func(c *client) {
			c.with("Content-Type", "application/json; charset=utf-8").send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`)
		},
	},
	"CLI-405": {
		bad: func(c *client) {
			c.with("Content-Type", "application/xml").send("POST", actionOf(c.servers()[0]), `<stop/>`)
		},
		good: func(c *client) { c.send("POST", actionOf(c.servers()[0]), `{"os-stop": null}`) }, says: "application/xml",
	},
	"CLI-406": {
		bad:  func(c *client) { c.with("Accept", "application/xml").get(servers) },
		good: func(c *client) { c.with("Accept", "text/html, */*;q=0.1").get(servers); c.with("Accept").get(servers) },
	},
	"CLI-501": {
		bad:  func(c *client) { c.at("compute 2.54").get(servers + "?auth_token=" + token) },
		good: func(c *client) { c.at("compute 2.54").get(servers + "?name=token") },
	},
	"CLI-601": {
		bad: func(c *client) { c.pace = 900 * time.Millisecond; c.look(3) },
		good: func(c *client) {
			c.look(2) // once more is no polling
			c.get(servers)
			c.pace = time.Second
			c.look(5)
		}, says: "less than 1s after the last look",
	},
	"CLI-602": {
		bad: func(c *client) {
			for range 3 {
				c.login()
				c.get(servers)
			}
		},
		good: func(c *client) {
			for range 3 {
				c.login()
				c.get(servers)
				c.get(servers)
			}
		}, says: "3 tokens for 3 calls",
	},
	"CLI-603": {
		bad: func(c *client) {
			for _, s := range c.get(servers)["servers"].([]any)[:3] {
				c.get(servers + "/" + s.(map[string]any)["id"].(string))
			}
		},
		good: func(c *client) {
			for _, s := range c.get(servers)["servers"].([]any)[:2] {
				c.get(servers + "/" + s.(map[string]any)["id"].(string))
				c.get(servers + "/" + s.(map[string]any)["id"].(string))
			}
		}, says: "after GET /servers",
	},
	"CLI-604": {
		bad:  func(c *client) { c.get(servers + "?limit=2"); c.unlimited() },
		good: func(c *client) { c.pages(); c.unlimited() },
	},
	"CLI-605": {
		bad:  func(c *client) { c.get(servers + "?limit=2") },
		good: func(c *client) { c.pages(); c.get(servers + "?limit=50") },
	},
	"CLI-606": {
		bad: func(c *client) { c.get("/compute/v2.1/"); c.get("/compute/v2.1/"); c.get("/compute/v2.1/") },
		good: func(c *client) {
			c.get("/compute/v2.1/")
			c.get("/compute/v2.1/")
			c.get("/compute/")
		}, where: "compute GET /compute/v2.1/",
	},
}

func TestEachRuleFindsWhoBreaksItAndNobodyElse(t *testing.T) {
	cloud := newCloud(t)
	for _, rule := range clientcheck.Rules() {
		t.Run(rule.ID+" "+rule.Title, func(t *testing.T) {
			row, there := ruleTests[rule.ID]
			require.True(t, there, "no client breaks it")
			bad := of(t, cloud)
			row.bad(bad)
			v := clientcheck.Judge(bad.entries())
			found := v.Of(rule.ID)
			require.NotEmpty(t, found, say(v))
			assert.Equal(t, rule, found[0].Rule)
			assert.Contains(t, found[0].Where, row.where)
			assert.Contains(t, found[0].Says, row.says)
			assert.NotEmpty(t, found[0].Exchanges)
			good := of(t, cloud)
			row.good(good)
			assert.Empty(t, clientcheck.Judge(good.entries()).Of(rule.ID))
		})
	}
	assert.Len(t, ruleTests, len(clientcheck.Rules()), "a test for a rule that is none")
}

func TestAClientWithoutFaultIsToldSo(t *testing.T) {
	c := newClient(t)
	c.login()
	c.get("/compute/v2.1/")
	c.pages()
	c.send("POST", "/volume/v3/"+c.project()+"/volumes", `{"volume": {"size": 1}}`)
	for _, id := range c.servers()[:2] {
		c.send("POST", actionOf(id), `{"os-stop": null}`)
	}
	v := c.judge()
	assert.Empty(t, v.Findings, say(v))
	assert.Equal(t, []clientcheck.Client{{Agent: "tests/1", Exchanges: v.Exchanges}}, v.Clients)
}

func TestRulesHaveIDsOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range clientcheck.Rules() {
		assert.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		assert.Regexp(t, `^CLI-\d{3}$`, r.ID)
		assert.NotEmpty(t, r.Title)
		assert.NotEmpty(t, r.Do)
		_, err := clientcheck.ParseSeverity(string(r.Severity))
		assert.NoError(t, err)
	}
	_, err := clientcheck.ParseSeverity("odd")
	assert.ErrorContains(t, err, "there are [note warning error]")
}

// look asks for one server so many times.
func (c *client) look(times int) {
	id := c.servers()[0]
	for range times {
		c.get(fmt.Sprintf("%s/%s", servers, id))
	}
}

// pages reads all servers, two at a time.
func (c *client) pages() {
	path := servers + "?limit=2"
	for path != "" {
		answer := c.get(path)
		links, _ := answer["servers_links"].([]any)
		path = ""
		for _, l := range links {
			if l := l.(map[string]any); l["rel"] == "next" {
				path = strings.TrimPrefix(l["href"].(string), c.cloud.URL())
			}
		}
	}
}

// unlimited makes a client of the journal that did not say how long a page should be: the cloud did.
func (c *client) unlimited() { c.noLimit = true }

// project is the token's.
func (c *client) project() string {
	made := c.login()
	id := made["token"].(map[string]any)["project"].(map[string]any)["id"].(string)
	c.cloud.Control().ClearJournal()
	return id
}

func (c *client) stacks() string { return "/orchestration/v1/" + c.project() + "/stacks" }
