package clientcheck

import "plumbline/openapi"

// serverActions are Nova's actions that the documents lack: a real cloud has them, and they are not judged.
var serverActions = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range []string{
		"changePassword", "confirmResize", "createBackup", "createImage", "evacuate", "forceDelete", "migrate",
		"os-getConsoleOutput", "os-getRDPConsole",
		"os-getSerialConsole", "os-getSPICEConsole", "os-getVNCConsole", "os-migrateLive", "rescue", "unrescue", "resize",
		"restore", "revertResize",
		"addSecurityGroup", "removeSecurityGroup", "injectNetworkInfo", "resetNetwork", "trigger_crash_dump",
	} {
		out[name] = true
	}
	return out
}()

// otherAction tells whether the documents may be incomplete as to the action. They have all of Heat's.
func (c *call) otherAction() bool {
	if c.route == nil || !c.route.Actions || c.action == "" || c.chain.KnownAction(c.route, c.action) {
		return false
	}
	switch c.Service {
	case openapi.Compute:
		return serverActions[c.action]
	case openapi.Orchestration:
		return false
	}
	return true
}
