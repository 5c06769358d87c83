package networking

import (
	"reflect"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// trunks are the trunks of the network service. Their subports change with requests of their own.
var trunks = remote.Plain{
	Service: service, Path: "/trunks", Key: "trunk", Renamed: map[string]string{"port": "port_id"}, Ready: built,
	Prepare: func(_ *kind.Task, request kind.Values, making bool) *kind.Failure {
		if subports := body.As[[]any](request["sub_ports"]); making && len(subports) > 0 {
			request["sub_ports"] = subportsOf(subports, true)
			return nil
		}
		delete(request, "sub_ports")
		return nil
	},
}

// trunk is OS::Neutron::Trunk.
func trunk() *kind.Kind {
	k := trunks.Kind()
	rest := k.Does[record.Update]
	k.Does[record.Update] = kind.Handler{Done: rest.Done, Begin: func(t *kind.Task) *kind.Failure {
		if why := rest.Begin(t); why != nil {
			return why
		}
		before := body.As[[]any](remote.WithIDs(t, t.Before)["sub_ports"])
		after := body.As[[]any](remote.WithIDs(t, t.Resource.Properties)["sub_ports"])
		for _, change := range []struct {
			how  string
			list []any
		}{
			{"remove_subports", subportsOf(without(before, after), false)}, {"add_subports", subportsOf(without(after, before), true)},
		} {
			if len(change.list) == 0 {
				continue
			}
			if reply := trunks.Request(t, "PUT", "/"+change.how, kind.Values{"sub_ports": change.list}); !reply.OK() {
				return remote.Failed(service, reply)
			}
		}
		return nil
	}}
	return k
}

// subportsOf are subports of a template as a request has them, with or without their segments.
func subportsOf(list []any, whole bool) []any {
	out := []any{}
	for _, one := range list {
		subport := body.As[kind.Values](one)
		fields := kind.Values{"port_id": subport["port"]}
		if whole {
			fields["segmentation_id"], fields["segmentation_type"] = subport["segmentation_id"], subport["segmentation_type"]
		}
		out = append(out, fields)
	}
	return out
}

// without are the elements of a list that another one does not have.
func without(list, others []any) (left []any) {
	for _, one := range list {
		if !slices.ContainsFunc(others, func(other any) bool { return reflect.DeepEqual(one, other) }) {
			left = append(left, one)
		}
	}
	return left
}

// extraRouteSet is OS::Neutron::ExtraRouteSet: routes of a router beside those that it has. Its id is the router's.
func extraRouteSet() *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				now := remote.WithIDs(t, t.Resource.Properties)
				router := hot.Text(now["router"])
				if why := addRoutes(t, router, body.As[[]any](now["routes"])); why != nil {
					return why
				}
				t.Resource.PhysicalID = router
				return nil
			}},
			record.Update: {Begin: func(t *kind.Task) *kind.Failure {
				before, after := body.As[[]any](t.Before["routes"]), body.As[[]any](t.Resource.Properties["routes"])
				added := without(after, before)
				if why := refuseRoutes(t, t.Resource.PhysicalID, added); why != nil {
					return why
				}
				if why := changeRoutes(t, t.Resource.PhysicalID, "remove_extraroutes", without(before, after)); why != nil {
					return why
				}
				return changeRoutes(t, t.Resource.PhysicalID, "add_extraroutes", added)
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				return changeRoutes(t, t.Resource.PhysicalID, "remove_extraroutes", body.As[[]any](t.Resource.Properties["routes"]))
			}},
		},
		// Routes come after the interfaces of their router, which reach the next hops.
		Follows: func(name string, all kind.Planned) (out []string) {
			for _, other := range all.OfType("OS::Neutron::RouterInterface") {
				if router := all.Properties(name)["router"]; router != nil && router == all.Properties(other)["router"] {
					out = append(out, other)
				}
			}
			return out
		},
	}
}

func addRoutes(t *kind.Task, router string, routes []any) *kind.Failure {
	if why := refuseRoutes(t, router, routes); why != nil {
		return why
	}
	return changeRoutes(t, router, "add_extraroutes", routes)
}

// refuseRoutes refuses routes that the router has.
func refuseRoutes(t *kind.Task, router string, routes []any) *kind.Failure {
	there := body.As[[]any](body.As[kind.Values](showRecord(t, "/routers/"+router, "router"))["routes"])
	for _, one := range routes {
		if slices.ContainsFunc(there, func(other any) bool { return reflect.DeepEqual(one, other) }) {
			route := body.As[kind.Values](one)
			return kind.Failf("PhysicalResourceExists", "The physical resource for (%s,%s=%s) exists already.",
				router, hot.Text(route["destination"]), hot.Text(route["nexthop"]))
		}
	}
	return nil
}

func changeRoutes(t *kind.Task, router, how string, routes []any) *kind.Failure {
	if routes == nil {
		routes = []any{}
	}
	reply := t.Call(pipeline.Call{
		Service: service, Method: "PUT", Path: "/routers/" + router + "/" + how, Body: kind.Values{"router": kind.Values{"routes": routes}},
	})
	if !reply.OK() && (reply.Status != 404 || how != "remove_extraroutes") {
		return remote.Failed(service, reply)
	}
	return nil
}
