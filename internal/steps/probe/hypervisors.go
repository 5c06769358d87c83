package probe

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// onePage looks whether the list of hypervisors has more than one page: a list without a limit then shows a part of them, which no
// requirement is about. A link alone does not tell: it leads to more hypervisors, or the page is full. A page that is not full is known
// by a longer list of something else; there a link is a fault of the cloud, and rows are to meet it.
func onePage(ctx context.Context, t *target.Target) error {
	at := paged
	if t.Offered.Less(at) {
		t.Found(target.HypervisorsOnOnePage, true, "lists of hypervisors have pages from "+at.String()+" on")
		return nil
	}
	first, err := listPage(ctx, t, "/os-hypervisors", at)
	if err != nil {
		return err
	}
	if !first.Is(http.StatusOK) {
		t.Unknown(target.HypervisorsOnOnePage, fmt.Sprintf("as %s GET /os-hypervisors at %s answers %d: give --actor admin=CLOUD, or an "+
			"--os-cloud that may list hypervisors", target.FirstActor(t, "admin").UserName, at, first.Status))
		return nil
	}
	shown := len(target.Objects(first.JSON["hypervisors"]))
	saw := fmt.Sprintf("GET /os-hypervisors at %s answers %d hypervisors", at, shown)
	next := nextPage(first.JSON, "hypervisors_links")
	if next == "" {
		t.Found(target.HypervisorsOnOnePage, true, saw+", and no link to more")
		return nil
	}
	second, err := listPage(ctx, t, "/os-hypervisors?"+next, at)
	if err != nil {
		return err
	}
	if more := len(target.Objects(second.JSON["hypervisors"])); more > 0 {
		t.Found(target.HypervisorsOnOnePage, false, fmt.Sprintf("%s, and a link to %d more: the list has pages (nova, max_limit)", saw, more))
		return nil
	}
	flavors, err := listPage(ctx, t, "/flavors?is_public=none", at)
	if err != nil {
		return err
	}
	longer := len(target.Objects(flavors.JSON["flavors"])) > shown
	t.Found(target.HypervisorsOnOnePage, longer, map[bool]string{
		true:  saw + ", and GET /flavors more than that: the page is not full",
		false: saw + ", and a link that leads to none: as many as a page has, if the link is right (nova, max_limit)",
	}[longer])
	return nil
}

// paged is the microversion from which lists of hypervisors have pages.
var paged = openapi.MustVersion("2.33")

func listPage(ctx context.Context, t *target.Target, path string, at openapi.Version) (*session.Reply, error) {
	return target.FirstActor(t, "admin").Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: path, At: at.String()})
}

// nextPage is the query of the link to the next page; "" where there is none.
func nextPage(answer map[string]any, links string) string {
	for _, link := range target.Objects(answer[links]) {
		if to, err := url.Parse(target.Text(link, "href")); err == nil && target.Text(link, "rel") == "next" {
			return to.RawQuery
		}
	}
	return ""
}

// mostPages bounds how many pages of a list are read.
const mostPages = 1000

// projectHypervisors counts the hypervisors listed for an administrator of a project at the oldest and at the newest
// microversion: where there is no list of a project's hypervisors, both list all of them. The fields of each hypervisor and
// the other keys of the answer are what requirements are about, so the probe does not read them.
func projectHypervisors(ctx context.Context, t *target.Target) error {
	chain, err := t.Documents.Chain(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	newest := t.Offered
	if chain.Max().Less(newest) {
		newest = chain.Max()
	}
	before, was, err := countHypervisors(ctx, t, t.Min)
	if err != nil {
		return err
	}
	after, is, err := countHypervisors(ctx, t, newest)
	if err != nil {
		return err
	}
	saw := "by an administrator within a project: " + was + ", " + is
	switch {
	case before < 0 || after < 0:
		t.Unknown(target.ProjectHypervisors, fmt.Sprintf("as %s %s, %s: only an administrator can find it out: give --actor "+
			"admin=CLOUD, or an --os-cloud that may list hypervisors", target.FirstActor(t, "admin").UserName, was, is))
	case before == 0:
		t.Unknown(target.ProjectHypervisors, saw+", which tells neither that it is there nor that it is not")
	default:
		t.Found(target.ProjectHypervisors, after < before, saw)
	}
	return nil
}

// countHypervisors answers how many hypervisors are listed on all pages, -1 where no list is answered.
func countHypervisors(ctx context.Context, t *target.Target, at openapi.Version) (n int, saw string, err error) {
	last := ""
	for page := range mostPages {
		path := "/os-hypervisors"
		if page > 0 {
			path += "?" + last
		}
		reply, err := listPage(ctx, t, path, at)
		if err != nil {
			return 0, "", err
		}
		list, ok := reply.JSON["hypervisors"].([]any)
		if page == 0 {
			saw = fmt.Sprintf("GET /os-hypervisors at %s answers %d", at, reply.Status)
			if !reply.Is(http.StatusOK) || !ok {
				return -1, saw, nil
			}
		}
		n += len(list)
		next := nextPage(reply.JSON, "hypervisors_links")
		if len(list) == 0 || next == "" || next == last {
			break
		}
		last = next
	}
	return n, fmt.Sprintf("%s with %d hypervisors", saw, n), nil
}
