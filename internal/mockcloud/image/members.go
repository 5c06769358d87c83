package image

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// memberStatuses are what a project can say to an image that is shared with it.
var memberStatuses = []string{"pending", "accepted", "rejected"}

// membership holds the values that the steps of operations on members share.
type membership struct {
	Request struct {
		Member string        `json:"member"`
		Status body.Opt[any] `json:"status"`
	} `body:""`
	member state.ImageMember
}

var memberOperations = map[string]pipeline.Operation{
	"image-members.list": {Answer: listMembers},
	"image-members.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if pipeline.Subject[state.Image](x).Visibility != "shared" {
			return nil, pipeline.NotFound("Only shared images have members.")
		}
		m, fault := findMember(x)
		return pipeline.Body(200, viewMember(x, m)), fault
	}},
	"image-members.create": memberOperation("create", owns, addMember),
	"image-members.update": memberOperation("update", isNotOwner, answerShare),
	"image-members.delete": pipeline.OperationOf[membership]{
		Steps: []pipeline.StepOf[membership]{
			{Name: "ask who may delete members", Refuses: 403, Run: mayOnMembers("delete", owns)},
			{Name: "delete the member", Run: func(x *pipeline.Exchange, _ *membership) *pipeline.Fault {
				m, fault := findMember(x)
				if fault == nil {
					setMembers(x, func(of state.ImageMember) bool { return of.ProjectID == m.ProjectID })
				}
				return fault
			}},
		},
		Answer: func(x *pipeline.Exchange, _ *membership) (*pipeline.Response, *pipeline.Fault) {
			return answerNoContent(x)
		},
	}.Operation(),
}

// memberOperation is an operation that answers a member.
func memberOperation(
	verb string, may func(*pipeline.Exchange, *state.Image) bool, run func(*pipeline.Exchange, *membership) *pipeline.Fault,
) pipeline.Operation {
	return pipeline.OperationOf[membership]{
		Steps: []pipeline.StepOf[membership]{
			{Name: "ask who may " + verb + " members", Refuses: 403, Run: mayOnMembers(verb, may)},
			{Name: verb + " the member", Run: run},
		},
		Answer: func(x *pipeline.Exchange, w *membership) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, viewMember(x, &w.member)), nil
		},
	}.Operation()
}

func owns(x *pipeline.Exchange, img *state.Image) bool { return img.Owner == x.Caller.ProjectID }

func isNotOwner(x *pipeline.Exchange, img *state.Image) bool { return !owns(x, img) }

func mayOnMembers(verb string, may func(*pipeline.Exchange, *state.Image) bool) func(*pipeline.Exchange, *membership) *pipeline.Fault {
	return func(x *pipeline.Exchange, _ *membership) *pipeline.Fault {
		img := pipeline.Subject[state.Image](x)
		if img.Visibility != "shared" || !x.Caller.Admin() && !may(x, img) {
			return pipeline.Forbidden("Not allowed to %s members for image %s.", verb, img.ID)
		}
		return nil
	}
}

// findMember finds the member that the path names; others than the owner find themselves only.
func findMember(x *pipeline.Exchange) (*state.ImageMember, *pipeline.Fault) {
	img, id := pipeline.Subject[state.Image](x), x.Params.Get("member_id")
	for i := range img.Members {
		if m := &img.Members[i]; m.ProjectID == id && showsMember(x, img, m) {
			return m, nil
		}
	}
	return nil, pipeline.NotFound("%s not found in the member list of the image %s.", id, img.ID)
}

func showsMember(x *pipeline.Exchange, img *state.Image, m *state.ImageMember) bool {
	return x.Caller.Admin() || owns(x, img) || m.ProjectID == x.Caller.ProjectID
}

func addMember(x *pipeline.Exchange, w *membership) *pipeline.Fault {
	img, id := pipeline.Subject[state.Image](x), w.Request.Member
	if slices.ContainsFunc(img.Members, func(m state.ImageMember) bool { return m.ProjectID == id }) {
		return pipeline.Conflict("Member %s is duplicated for image %s", id, img.ID)
	}
	if said := tooMany("members for this image", len(img.Members)+1); said != "" {
		return pipeline.Refuse(413, "Image member limit exceeded for image %s: %s:", img.ID, said)
	}
	w.member = state.ImageMember{ProjectID: id, Status: "pending", Created: x.Now(), Updated: x.Now()}
	setMembers(x, nil, w.member)
	return nil
}

// answerShare stores what a project says to an image that is shared with it.
func answerShare(x *pipeline.Exchange, w *membership) *pipeline.Fault {
	m, fault := findMember(x)
	if fault != nil {
		return fault
	}
	status := body.As[string](w.Request.Status.Or(nil))
	if !slices.Contains(memberStatuses, status) {
		return pipeline.BadRequest(`Incorrect request: Status must be "pending", "accepted" or "rejected".`)
	}
	w.member = *m
	w.member.Status, w.member.Updated = status, x.Now()
	img := *pipeline.Subject[state.Image](x)
	img.Members = slices.Clone(img.Members)
	img.Members[slices.IndexFunc(img.Members, func(of state.ImageMember) bool { return of.ProjectID == m.ProjectID })] = w.member
	state.Images.Insert(x.Txn, &img)
	return nil
}

// setMembers stores the image of the path without some of its members, and with others.
func setMembers(x *pipeline.Exchange, without func(state.ImageMember) bool, with ...state.ImageMember) {
	img := *pipeline.Subject[state.Image](x)
	img.Members = slices.Clone(img.Members)
	if without != nil {
		img.Members = slices.DeleteFunc(img.Members, without)
	}
	img.Members = append(img.Members, with...)
	state.Images.Insert(x.Txn, &img)
}

func listMembers(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	img := pipeline.Subject[state.Image](x)
	if img.Visibility != "shared" {
		return nil, pipeline.Forbidden("Not allowed to list members for image %s: Only shared images have members.", img.ID)
	}
	all := memberList{Members: []memberView{}, Schema: "/v2/schemas/members"}
	for i := range img.Members {
		if m := &img.Members[i]; showsMember(x, img, m) {
			all.Members = append(all.Members, *viewMember(x, m))
		}
	}
	return pipeline.Body(200, &all), nil
}

type memberList struct {
	Members []memberView `json:"members"`
	Schema  string       `json:"schema"`
}

type memberView struct {
	Member  string    `json:"member_id"`
	Image   string    `json:"image_id"`
	Status  string    `json:"status"`
	Created time.Time `json:"created_at"`
	Updated time.Time `json:"updated_at"`
	Schema  string    `json:"schema"`
}

func viewMember(x *pipeline.Exchange, m *state.ImageMember) *memberView {
	if m == nil {
		return nil
	}
	return &memberView{m.ProjectID, pipeline.Subject[state.Image](x).ID, m.Status, m.Created, m.Updated, "/v2/schemas/member"}
}
