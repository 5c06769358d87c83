package groups

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// blankNames is the first microversion in which the name of a consistency group can become empty.
var blankNames = openapi.MustVersion("3.6")

// addConsistency adds the older operations: what they call consistency groups are groups of all types. No schema judges their bodies.
func addConsistency(to map[string]pipeline.Operation) {
	to["consistencygroups.list"] = pipeline.Operation{Answer: listConsistency(briefConsistency)}
	to["consistencygroups.detail"] = pipeline.Operation{Answer: listConsistency(detailedConsistency)}
	to["consistencygroups.show"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "consistencygroup", detailedConsistency(Group(x))), nil
	}}
	to["consistencygroups.create"] = pipeline.OperationOf[consistencyCreation]{
		Formats: readConsistency,
		Steps: []pipeline.StepOf[consistencyCreation]{
			{Name: "find the type", Run: findReserved},
			{Name: "find the types of the volumes", Run: toMake(findVolumeTypes)},
			{Name: "the zone is there", Run: toMake(zoneThere)},
			{Name: "quota", Run: toMake(quotaAllows)},
			{Name: "create the group", Run: toMake(create)},
		},
		Answer: func(x *pipeline.Exchange, _ *consistencyCreation) (*pipeline.Response, *pipeline.Fault) {
			return AnswerConsistency(x), nil
		},
	}.Operation()
	change := pipeline.OperationOf[consistencyUpdate]{
		Formats: changeGiven,
		Steps: []pipeline.StepOf[consistencyUpdate]{
			{Name: "something is given", Run: somethingGiven},
			{Name: "what changes", Run: toChange(readChange)},
			{Name: "the volumes can be added", Run: toChange(canAdd)},
			{Name: "the volumes can be removed", Run: toChange(canRemove)},
			{Name: "something changes", Run: toChange(somethingChanges)},
			{Name: "change the group", Run: toChange(change)},
		},
		Answer: record.AnswerDeleted[consistencyUpdate],
	}.Operation()
	to["consistencygroups.update"], to["consistencygroups.put"] = change, change
	remove := pipeline.OperationOf[consistencyDeletion]{
		Formats: readForce,
		Steps: []pipeline.StepOf[consistencyDeletion]{
			{Name: "the group can go", Run: toDelete(canGo)},
			{Name: "the volumes can go", Run: toDelete(volumesCanGo)},
			{Name: "delete the group", Run: toDelete(begin)},
		},
		Answer: record.AnswerDeleted[consistencyDeletion],
	}.Operation()
	to["consistencygroups.delete"], to["consistencygroups.remove"] = remove, remove
}

// consistencyCreation holds the values that the steps of consistencygroups.create share. Request is nil if it is no object.
type consistencyCreation struct {
	Request *struct {
		record.UnjudgedNames
		Types body.Opt[record.Value] `json:"volume_types"`
		Zone  body.Opt[record.Value] `json:"availability_zone"`
	} `body:"consistencygroup"`
	made creation
}

func toMake(step func(*pipeline.Exchange, *creation) *pipeline.Fault) func(*pipeline.Exchange, *consistencyCreation) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault { return step(x, &w.made) }
}

func readConsistency(_ *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault {
	r := w.Request
	if r == nil {
		return record.MissingElement("consistencygroup")
	}
	if f := r.Check(); f != nil {
		return f
	}
	names := NamesOf(r.UnjudgedNames)
	switch types, given := r.Types.Get(); {
	case !given || types.Text == "":
		return pipeline.BadRequest("volume_types must be provided to create consistency group %s.", WrittenName(names))
	case !types.IsText:
		return pipeline.Refuse(500, record.Erred) // the service takes any value for a text
	default:
		w.made.Request.Types = strings.Split(strings.TrimRight(types.Text, ","), ",")
	}
	w.made.Request.Names = names
	if zone, given := r.Zone.Get(); given {
		w.made.Request.Zone = record.Word{Text: zone.Text, IsText: true}
	}
	return nil
}

// NamesOf are the names of a request that no schema has judged.
func NamesOf(n record.UnjudgedNames) Names {
	return Names{Name: record.TrimSpace(record.TextOf(n.Name)), Description: record.TrimSpace(record.TextOf(n.Description))}
}

// WrittenName is a name as refusals write it.
func WrittenName(n Names) string { return n.Name.Or("None") }

func findReserved(x *pipeline.Exchange, w *consistencyCreation) *pipeline.Fault {
	if w.made.kind = state.VolumeGroupTypes.FirstByKey(x.Txn, "name", Reserved); w.made.kind == nil {
		return pipeline.BadRequest("Group type %s not found. Rerun migration script to create the default cgsnapshot type.", Reserved)
	}
	return nil
}

// consistencyUpdate holds the values that the steps of consistencygroups.update share. Request is nil if it is no object.
type consistencyUpdate struct {
	Request *struct {
		record.UnjudgedNames
		Add    body.Opt[record.Value] `json:"add_volumes"`
		Remove body.Opt[record.Value] `json:"remove_volumes"`
	} `body:"consistencygroup"`
	made update
}

func toChange(step func(*pipeline.Exchange, *update) *pipeline.Fault) func(*pipeline.Exchange, *consistencyUpdate) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *consistencyUpdate) *pipeline.Fault { return step(x, &w.made) }
}

func changeGiven(x *pipeline.Exchange, w *consistencyUpdate) *pipeline.Fault {
	switch {
	case record.IsEmpty(x.Body):
		return pipeline.BadRequest("Missing request body.")
	case w.Request == nil:
		return record.MissingElement("consistencygroup")
	}
	return nil
}

func somethingGiven(x *pipeline.Exchange, w *consistencyUpdate) *pipeline.Fault {
	r := w.Request
	if f := r.Check(); f != nil {
		return f
	}
	names, to := NamesOf(r.UnjudgedNames), &w.made.Request
	to.Names, to.Add, to.Remove = names, record.TextOf(r.Add), record.TextOf(r.Remove)
	_, named := names.Name.Get()
	_, described := names.Description.Get()
	blank := names.Name.Or("") == "" && names.Description.Or("") == ""
	switch moves := to.Add.Or("") != "" || to.Remove.Or("") != ""; {
	case moves:
	case x.Version.AtLeast(blankNames) && !named && !described:
		return pipeline.BadRequest("Must specify one or more of the following keys to update: name, description, add_volumes, remove_volumes.")
	case !x.Version.AtLeast(blankNames) && blank:
		return pipeline.BadRequest("Name, description, add_volumes, and remove_volumes can not be all empty in the request body.")
	}
	return nil
}

// consistencyDeletion holds the values that the steps of consistencygroups.delete share. Request is nil if it is no object.
type consistencyDeletion struct {
	Request *struct {
		Force body.Opt[record.Value] `json:"force"`
	} `body:"consistencygroup"`
	made deletion
}

func toDelete(step func(*pipeline.Exchange, *deletion) *pipeline.Fault) func(*pipeline.Exchange, *consistencyDeletion) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *consistencyDeletion) *pipeline.Fault { return step(x, &w.made) }
}

func readForce(x *pipeline.Exchange, w *consistencyDeletion) *pipeline.Fault {
	switch {
	case record.IsEmpty(x.Body):
		return nil
	case w.Request == nil:
		return record.MissingElement("consistencygroup")
	case !w.Request.Force.Given():
		return nil
	}
	force, known := body.Boolean(w.Request.Force.Or(record.Value{Text: python.Str(nil)}).Text)
	if !known {
		return pipeline.BadRequest("Invalid value 'False' for force.") // whatever was given
	}
	w.made.Request.Volumes = body.Bool(force)
	return nil
}

// shownConsistency is a group as the older operations show it, with details.
type shownConsistency struct {
	shownBrief
	Status      string   `json:"status"`
	Zone        *string  `json:"availability_zone"`
	Created     *string  `json:"created_at"`
	Description *string  `json:"description"`
	Types       []string `json:"volume_types"`
}

func briefConsistency(g *state.VolumeGroup) any { return &shownBrief{g.ID, g.Name} }

func detailedConsistency(g *state.VolumeGroup) any {
	return &shownConsistency{shownBrief{g.ID, g.Name}, g.Status, record.OrNull(g.Zone), record.Time(&g.Created), g.Description, g.VolumeTypes}
}

// AnswerConsistency is the answer to a request for a new consistency group.
func AnswerConsistency(x *pipeline.Exchange) *pipeline.Response {
	return pipeline.Answer(202, "consistencygroup", briefConsistency(Group(x)))
}

// listConsistency lists groups of all types. Filters that are not known find nothing.
func listConsistency(view func(*state.VolumeGroup) any) func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	list := groupList
	list.Key, list.Links, list.Path = "consistencygroups", "consistencygroup_links", "/consistencygroups"
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := listing.ReadPage(x)
		if f != nil {
			return nil, f
		}
		all := state.VolumeGroups.ByKey(x.Txn, "project", x.Caller.ProjectID)
		if p.EveryProject(x) {
			all = state.VolumeGroups.All(x.Txn)
		}
		return list.Answer(x, p, all, view)
	}
}
