package consoles

import (
	"net/url"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// The address of the console's proxy, the lifetime of its tokens, and the address of the host's own console: Nova's defaults
// (vnc.novncproxy_base_url, consoleauth.token_ttl).
const (
	proxy    = "http://127.0.0.1:6080/vnc_auto.html"
	lifetime = 10 * time.Minute
	port     = 5900
)

// allTypes is the microversion from which tokens of all console types can be shown, not only of RDP.
var allTypes = openapi.MustVersion("2.31")

// request is a request for a console: by an action named after the console's kind (up to 2.5), or by protocol.
type request struct {
	Type     string `json:"type"`
	Protocol string `json:"protocol"`
}

type (
	vnc struct {
		Request request `body:"os-getVNCConsole"`
		token   string
	}
	spice struct {
		Request request `body:"os-getSPICEConsole"`
	}
	serial struct {
		Request request `body:"os-getSerialConsole"`
	}
	remote struct {
		Request request `body:"remote_console"`
		token   string
	}
)

// Operations holds the operations on the consoles of servers.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"servers.vnc-console": pipeline.OperationOf[vnc]{
			Steps: []pipeline.StepOf[vnc]{
				{Name: "server is not on its way", Run: pipeline.Ignoring[vnc](refuseLeaving("get_vnc_console"))},
				{Name: "open the console", Run: func(x *pipeline.Exchange, w *vnc) (f *pipeline.Fault) {
					if w.token, f = open(x, w.Request.Type); f != nil { // this operation does not expect that fault (Zed)
						f = record.UnexpectedFault("nova.exception_Remote.ConsoleTypeInvalid_Remote")
					}
					return f
				}},
			},
			Answer: func(_ *pipeline.Exchange, w *vnc) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "console", address{Type: w.Request.Type, URL: urlOf(w.token)}), nil
			},
		}.Operation(),
		"servers.spice-console":  unavailableOperation("get_spice_console", func(w *spice) string { return w.Request.Type }),
		"servers.serial-console": unavailableOperation("get_serial_console", func(w *serial) string { return w.Request.Type }),
		"servers.rdp-console": {Steps: []pipeline.Step{{Name: "there is no RDP", Run: func(*pipeline.Exchange) *pipeline.Fault {
			return unavailable("rdp-html5")
		}}}},
		"remote-consoles.create": pipeline.OperationOf[remote]{
			Steps: []pipeline.StepOf[remote]{
				{Name: "server is not on its way", Run: func(x *pipeline.Exchange, w *remote) *pipeline.Fault {
					return refuseLeaving("get_" + w.Request.Protocol + "_console")(x)
				}},
				{Name: "open the console", Run: func(x *pipeline.Exchange, w *remote) (f *pipeline.Fault) {
					if w.Request.Protocol != "vnc" {
						return unavailable(w.Request.Type)
					}
					w.token, f = open(x, w.Request.Type)
					return f
				}},
			},
			Answer: func(_ *pipeline.Exchange, w *remote) (*pipeline.Response, *pipeline.Fault) {
				shown := address{Protocol: w.Request.Protocol, Type: w.Request.Type, URL: urlOf(w.token)}
				return pipeline.Answer(200, "remote_console", shown), nil
			},
		}.Operation(),
		"console-auth-tokens.show": {Answer: show},
	}}
}

// address is the address of a console.
type address struct {
	Protocol string `json:"protocol,omitzero"`
	Type     string `json:"type"`
	URL      string `json:"url"`
}

func urlOf(token string) string { return proxy + "?path=" + url.QueryEscape("?token="+token) }

func unavailable(kind string) *pipeline.Fault {
	return pipeline.BadRequest("Unavailable console type %s.", kind)
}

// unavailableOperation is the operation for a kind of console that the cloud does not have.
func unavailableOperation[W any](action string, kind func(*W) string) pipeline.Operation {
	return pipeline.OperationOf[W]{Steps: []pipeline.StepOf[W]{
		{Name: "server is not on its way", Run: pipeline.Ignoring[W](refuseLeaving(action))},
		{Name: "there is no such console", Run: func(_ *pipeline.Exchange, w *W) *pipeline.Fault { return unavailable(kind(w)) }},
	}}.Operation()
}

// refuseLeaving refuses a server that is being deleted or migrated.
func refuseLeaving(action string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		if s := record.Server(x); s.TaskState == state.TaskDeleting || s.TaskState == state.TaskMigrating {
			return record.WrongState(s, action, "task_state", string(s.TaskState))
		}
		return nil
	}
}

func open(x *pipeline.Exchange, kind string) (string, *pipeline.Fault) {
	if kind != "novnc" {
		return "", pipeline.BadRequest("Invalid console type %s", kind)
	}
	t := &state.ConsoleToken{ID: x.Env.IDs.UUID(), Type: kind, ServerID: record.Server(x).ID, Expires: x.Now().Add(lifetime)}
	state.ConsoleTokens.Insert(x.Txn, t)
	return t.ID, nil
}

// console is the address that a proxy connects to.
type console struct {
	ServerID string  `json:"instance_uuid"`
	Host     string  `json:"host"`
	Port     int     `json:"port"`
	TLSPort  *int    `json:"tls_port"`
	Path     *string `json:"internal_access_path"`
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	t := state.ConsoleTokens.Get(x.Txn, x.Params.Get("console_token"))
	var s *state.Server
	if t != nil && t.Expires.After(x.Now()) {
		s = state.Servers.Get(x.Txn, t.ServerID)
	}
	switch {
	case s == nil:
		return nil, pipeline.NotFound("Token not found")
	case x.Version.Less(allTypes):
		return nil, pipeline.Refuse(401, "The requested console type details are not accessible")
	}
	return pipeline.Answer(200, "console", console{ServerID: s.ID, Host: s.Host, Port: port}), nil
}
