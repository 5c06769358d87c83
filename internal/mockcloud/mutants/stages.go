package mutants

import (
	"fmt"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// stageRule holds the requirements that notice that a stage is missing, that it is swapped with the next one (none if nothing
// prescribes the order), and that it refuses with another status; status 0 is for a stage that refuses nothing.
type stageRule struct {
	dropped, swapped, refused []string
	status                    int
}

var stageRules = map[openapi.Service]map[string]stageRule{openapi.Compute: {
	"size":        {dropped: []string{"MVN-30"}, swapped: []string{"MVN-30"}, refused: []string{"MVN-30"}, status: 400},
	"legacy root": {dropped: []string{"MVN-15"}, swapped: []string{"MVN-15"}},
	"token":       {dropped: []string{"MVN-13", "MVN-17"}, swapped: []string{"MVN-30"}, refused: []string{"MVN-17"}, status: 403},
	"route":       {dropped: []string{"MVN-13", "MVN-24"}, swapped: []string{"MVN-31"}, refused: []string{"MVN-24"}, status: 405},
	"microversion": {
		dropped: []string{"MVN-02", "MVN-07", "MVN-08"}, swapped: []string{"MVN-32"},
		refused: []string{"MVN-07", "MVN-08"}, status: 409,
	},
	"media type": {dropped: []string{"MVN-20"}, swapped: []string{"MVN-33"}, refused: []string{"MVN-20"}, status: 400},
	"body":       {dropped: []string{"MVN-18", "MVN-19"}, swapped: []string{"MVN-34"}, refused: []string{"MVN-18", "MVN-19"}, status: 422},
	"project":    {dropped: []string{"MVN-21"}, swapped: []string{"MVN-35"}, refused: []string{"MVN-21"}, status: 403},
	"operation":  {dropped: []string{"MVN-25"}, swapped: []string{"MVN-36"}, refused: []string{"MVN-25"}, status: 400},
	"schema": {
		dropped: []string{"MVN-22", "RKP-13", "RKP-15"}, swapped: []string{"MVN-37", "RKP-N01"},
		refused: []string{"MVN-22", "RKP-13"}, status: 422,
	},
	"lookup": {
		dropped: []string{"RKP-N02", "UTH-65", "UTH-N03"}, swapped: []string{"MVN-38", "RKP-N02"},
		refused: []string{"RKP-N02", "UTH-65", "UTH-N03"}, status: 403,
	},
	"policy": {dropped: []string{"RKP-N03", "MVN-39"}, swapped: []string{"UTH-N05"}, refused: []string{"RKP-N03"}, status: 401},
	"blocks": {dropped: []string{"RKP-N04", "UTH-N05"}, swapped: []string{"UTH-N05"}, refused: []string{"UTH-N05"}, status: 409},
	"lock":   {dropped: []string{"RKP-N05"}, swapped: []string{"MVN-40", "RKP-N05"}, refused: []string{"RKP-N05"}, status: 403},
	"state": {
		dropped: []string{"RKP-N06", "RKP-N07", "RKP-N08"}, swapped: []string{"RKP-29", "MVN-40"},
		refused: []string{"RKP-N06"}, status: 400,
	},
}, openapi.Orchestration: { // without bodies and look-ups set-ups are impossible: those stages are not dropped
	"body": {swapped: []string{"LCK-03", "LCK-05"}, refused: []string{"LCK-03"}, status: 422},
	"action": {
		dropped: []string{"LCK-01", "LCK-03", "LCK-04", "LCK-05"}, swapped: []string{"LCK-01"},
		refused: []string{"LCK-01", "LCK-02", "LCK-03", "LCK-04"}, status: 404,
	},
	"project": {dropped: []string{"LCK-10"}, refused: []string{"LCK-10"}, status: 404},
	"policy":  {dropped: []string{"LCK-09"}, refused: []string{"LCK-09"}, status: 401},
	"schema":  {dropped: []string{"LCK-23"}, refused: []string{"LCK-23"}, status: 422},
	"lookup":  {swapped: []string{"LCK-05", "LCK-07", "LCK-34"}, refused: []string{"LCK-07", "LCK-34"}, status: 403},
}}

// noStageRule lists the stages that no requirement of a specification is about, with the reason.
var noStageRule = map[openapi.Service]map[string]string{openapi.Orchestration: {
	"size": "bodies as large as that are in no row", "token": "what comes without a token is in rows about the compute service only",
	"route": "paths that are not there are in rows about the compute " +
		"service only", "version": "Heat has one version, and refuses nothing here",
	"operation": "an action that is not there is refused by the stage action", "signature": "rows call no webhook with a wrong signature",
	"presence": "rows about actions only, whose bodies the stage action looks at", "formats": "rows ask nothing in the " +
		"query, and send templates that are right",
}}

// first are the operations after whose first step the last stage runs when it is swapped.
var first = map[openapi.Service]string{openapi.Compute: "servers.rebuild", openapi.Orchestration: "stacks.suspend"}

// stages drops each stage of a service that has requirements (the stage that answers from kept answers has none), swaps each with the
// next one, the last one with the first check of the operation, and makes each refuse with another status.
func stages(b *deriver) error {
	all := slices.DeleteFunc(slices.Clone(b.service.Stages), func(s pipeline.Stage) bool { return s.Name == pipeline.StageKept })
	for i, s := range all {
		rule, known := stageRules[b.name][s.Name]
		switch {
		case noStageRule[b.name][s.Name] != "":
			continue
		case !known:
			return fmt.Errorf("nobody says who notices the stage %s", s.Name)
		}
		ref := pipeline.StageRef{Service: b.name, Stage: s.Name}
		id := "stages/" + s.Name
		if b.name != openapi.Compute {
			id = "stages/" + string(b.name) + "/" + s.Name
		}
		if len(rule.dropped) > 0 {
			b.add(Mutant{
				ID: id + "/dropped", Class: classStages, Requirements: rule.dropped,
				Broken: fmt.Sprintf("%s does without the stage %s", b.name, s.Name),
				code:   breaking(pipeline.Mutant{DropStages: []pipeline.StageRef{ref}}),
			})
		}
		swap := Mutant{ID: id + "/swapped", Class: classStages, Requirements: rule.swapped}
		if i+1 < len(all) {
			swap.Broken = fmt.Sprintf("%s has the stage %s behind the stage %s", b.name, s.Name, all[i+1].Name)
			swap.code = breaking(pipeline.Mutant{SwapStages: []pipeline.StageRef{ref}})
		} else {
			swap.Broken = fmt.Sprintf("%s has the stage %s behind the first step of %s", b.name, s.Name, first[b.name])
			swap.code = breaking(pipeline.Mutant{Postpone: map[string]pipeline.StageRef{first[b.name]: ref}})
		}
		if len(rule.swapped) > 0 {
			b.add(swap)
		}
		if rule.status != 0 {
			b.add(Mutant{
				ID: fmt.Sprintf("%s/status-%d", id,
					rule.status), Class: classStages, Requirements: rule.refused, Broken: fmt.Sprintf("the stage %s refuses with %d", s.Name, rule.status),
				code: breaking(pipeline.Mutant{StageStatus: map[pipeline.StageRef]int{ref: rule.status}}),
			})
		}
	}
	return nil
}
