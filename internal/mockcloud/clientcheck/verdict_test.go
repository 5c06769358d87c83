package clientcheck_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/clientcheck"
	"plumbline/internal/openapi/exchange"
	"plumbline/mockcloud/journal"
)

func TestWhatIsGoneAndWhatIsNotThereYet(t *testing.T) {
	for name, c := range map[string]struct {
		at, method, path, body, rule, says string
	}{
		"an operation that is gone": {
			"2.88", "GET", "/compute/v2.1/os-hypervisors/statistics", "", "CLI-101",
			"it is there from 2.1 to 2.87",
		},
		"an operation that will go": {
			"2.87", "GET", "/compute/v2.1/os-hypervisors/statistics", "", "CLI-102",
			"it is there until 2.87",
		},
		"an action of a proxy": {
			"2.44", "POST", actionOf("x"), `{"addFixedIp": {"networkId": "n"}}`, "CLI-101",
			"since then the network service has it",
		},
		"an action of a proxy while it is one": {"2.43", "POST", actionOf("x"), `{"addFixedIp": {"networkId": "n"}}`, "CLI-102", "until 2.43"},
		"a proxy below a project":              {"2.79", "GET", "/compute/v2.1/PROJECT/os-networks", "", "CLI-101", "until 2.35"},
		"interfaces of a server":               {"2.79", "GET", "/compute/v2.1/servers/x/os-virtual-interfaces", "", "CLI-101", "until 2.43"},
	} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t)
			client.at("compute "+c.at).send(c.method, strings.Replace(c.path, "PROJECT", client.project(), 1), c.body)
			v := client.judge()
			require.Len(t, v.AtLeast(clientcheck.Warning), 1, say(v))
			assert.Equal(t, c.rule, v.AtLeast(clientcheck.Warning)[0].ID)
			assert.Contains(t, v.AtLeast(clientcheck.Warning)[0].Says, c.says)
		})
	}
}

func TestWhatOnlyTheMockLacksIsNotJudged(t *testing.T) {
	c := newClient(t)
	c.send("POST", "/identity/v3/auth/OS-FEDERATION/saml2", "")
	v := c.judge()
	assert.Empty(t, v.AtLeast(clientcheck.Warning), say(v))
	assert.Len(t, v.Of("CLI-104"), 1, say(v))
}

// The documents have all actions of the services that have any: a volume knows no other.
func TestAnActionThatNoServiceHas(t *testing.T) {
	c := newClient(t)
	c.send("POST", "/volume/v3/"+c.project()+"/volumes/"+c.servers()[0]+"/action", `{"os-explode": {"host": "x"}}`)
	v := c.judge()
	assert.Len(t, v.Of("CLI-103"), 1, say(v))
	assert.Empty(t, v.Of("CLI-104"), say(v))
}

func TestFindingsShowNoSecrets(t *testing.T) {
	c := newClient(t)
	id := c.servers()[0]
	c.send("POST", actionOf(id), `{"rebuild": {"imageRef": "`+image+`", "adminPass": 4711471147114711}}`)
	c.send("POST", actionOf(id), `{"rebuild": {"imageRef": "`+image+`", "adminPass": "hunter2hunter2", "colour": "hunter2hunter2"}}`)
	c.send("POST", actionOf(id), `{"changePassword": {"adminPass": ["hunter2hunter2"]}}`)
	c.get(servers + "?password=hunter2hunter2&name=x")
	c.get("/identity/v2.0/tokens/hunter2hunter2")
	c.get("/compute/v2.1/servers?x=gAAAAA" + strings.Repeat("hunter2hunter2", 5))
	v := c.judge()
	assert.NotEmpty(t, v.Of("CLI-501"))
	var out bytes.Buffer
	require.NoError(t, clientcheck.Print(&out, v))
	require.NoError(t, clientcheck.PrintJUnit(&out, v, clientcheck.Note))
	require.NoError(t, json.NewEncoder(&out).Encode(v))
	for line := range strings.Lines(out.String()) {
		assert.NotContains(t, line, "hunter2")
	}
	assert.NotContains(t, out.String(), "47114711")
	assert.Contains(t, out.String(), "?password=[redacted]")
	assert.NotContains(t, out.String(), token)
}

func TestTheSameExchangesGiveTheSameVerdict(t *testing.T) {
	c := newClient(t)
	c.with("User-Agent").at("compute latest").get(servers + "?colour=red")
	c.send("POST", servers, `{"server": {"name": 5}}`)
	entries := c.entries()
	first, again := clientcheck.Judge(entries), clientcheck.Judge(entries)
	assert.Equal(t, first, again)
	var a, b bytes.Buffer
	require.NoError(t, clientcheck.Print(&a, first))
	require.NoError(t, clientcheck.Print(&b, again))
	assert.Equal(t, a.String(), b.String())
	for i := 1; i < len(first.Findings); i++ {
		assert.True(t, first.Findings[i-1].Severity.AtLeast(first.Findings[i].Severity), "the worst come first")
	}
}

func TestAFindingCountsAndNamesTheFirstFew(t *testing.T) {
	c := newClient(t)
	for range 7 {
		c.at("compute latest").get(servers)
	}
	f := c.judge().Of("CLI-302")
	require.Len(t, f, 1)
	assert.Equal(t, 7, f[0].Count)
	assert.Equal(t, []uint64{1, 2, 3, 4, 5}, f[0].Exchanges)
	assert.Equal(t, servers, f[0].URL)
	assert.Equal(t, 200, f[0].Status)
}

func TestWhatCameBeforeAMarkIsNotJudged(t *testing.T) {
	c := newClient(t)
	c.at("compute latest").get(servers)
	c.at("compute 2.79").get(servers)
	v := clientcheck.Judge(c.entries(), clientcheck.Since(1))
	assert.Equal(t, 1, v.Exchanges)
	assert.Empty(t, v.Findings, say(v))
	assert.Zero(t, v.Forgotten)
	v = clientcheck.Judge(c.entries()[1:], clientcheck.Since(0))
	assert.EqualValues(t, 1, v.Forgotten, "the journal begins in the middle")
	assert.Zero(t, clientcheck.Judge(c.entries()[1:]).Forgotten, "it was cleared")
}

func TestABodyThatTheJournalCutIsNotJudged(t *testing.T) {
	c := newClient(t)
	c.send("POST", servers, `{"server": {"name": 5}}`)
	entries := c.entries()
	require.NotEmpty(t, clientcheck.Judge(entries).Of("CLI-204"))
	entries[0].RequestBody, entries[0].BodyCut = entries[0].RequestBody[:9], true
	v := clientcheck.Judge(entries)
	assert.Empty(t, v.Of("CLI-204"))
	assert.Empty(t, v.Of("CLI-201"))
}

func TestWorkInsideOfTheCloudIsNobodysCall(t *testing.T) {
	v := clientcheck.Judge([]journal.Entry{{
		Seq: 1, Service: "compute", Operation: "build", Request: exchange.Request{URL: "x"}, Bugs: []string{"odd"},
	}})
	assert.Zero(t, v.Exchanges)
	var out bytes.Buffer
	require.NoError(t, clientcheck.Print(&out, v))
	assert.Equal(t, "0 exchanges judged\n\nfindings: 0 errors, 0 warnings, 0 notes\n", out.String())
}

func TestJUnitHasACasePerRule(t *testing.T) {
	c := newClient(t)
	c.at("compute latest").get(servers)
	var out bytes.Buffer
	require.NoError(t, clientcheck.PrintJUnit(&out, c.judge(), clientcheck.Error))
	assert.Contains(t, out.String(), `failures="0"`)
	assert.Contains(t, out.String(), "CLI-302")
	out.Reset()
	require.NoError(t, clientcheck.PrintJUnit(&out, c.judge(), clientcheck.Warning))
	assert.Contains(t, out.String(), `failures="1"`)
	assert.Equal(t, len(clientcheck.Rules()), strings.Count(out.String(), "<testcase "))
}
