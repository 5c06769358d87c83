package mutants

import (
	"fmt"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// stageRule says who notices that a stage is gone, that it changes places with the one behind it, and that it
// refuses with another status; status 0 is a stage that refuses nothing.
type stageRule struct {
	dropped, swapped, refused []string
	status                    int
}

var stageRules = map[string]stageRule{
	"size":         {dropped: []string{"MVN-30"}, swapped: []string{"MVN-30"}, refused: []string{"MVN-30"}, status: 400},
	"legacy root":  {dropped: []string{"MVN-15"}, swapped: []string{"MVN-15"}},
	"token":        {dropped: []string{"MVN-13", "MVN-17"}, swapped: []string{"MVN-30"}, refused: []string{"MVN-17"}, status: 403},
	"route":        {dropped: []string{"MVN-13", "MVN-24"}, swapped: []string{"MVN-31"}, refused: []string{"MVN-24"}, status: 405},
	"microversion": {dropped: []string{"MVN-02", "MVN-07", "MVN-08"}, swapped: []string{"MVN-32"}, refused: []string{"MVN-07", "MVN-08"}, status: 409},
	"media type":   {dropped: []string{"MVN-20"}, swapped: []string{"MVN-33"}, refused: []string{"MVN-20"}, status: 400},
	"body":         {dropped: []string{"MVN-18", "MVN-19"}, swapped: []string{"MVN-34"}, refused: []string{"MVN-18", "MVN-19"}, status: 422},
	"project":      {dropped: []string{"MVN-21"}, swapped: []string{"MVN-35"}, refused: []string{"MVN-21"}, status: 403},
	"operation":    {dropped: []string{"MVN-25"}, swapped: []string{"MVN-36"}, refused: []string{"MVN-25"}, status: 400},
	"schema":       {dropped: []string{"MVN-22", "RKP-13", "RKP-15"}, swapped: []string{"MVN-37", "RKP-N01"}, refused: []string{"MVN-22", "RKP-13"}, status: 422},
	"lookup":       {dropped: []string{"RKP-N02"}, swapped: []string{"MVN-38", "RKP-N02"}, refused: []string{"RKP-N02"}, status: 403},
	"policy":       {dropped: []string{"RKP-N03", "MVN-39"}, swapped: []string{"MVN-39", "RKP-N03"}, refused: []string{"RKP-N03"}, status: 401},
	"lock":         {dropped: []string{"RKP-N05"}, swapped: []string{"MVN-40", "RKP-N05"}, refused: []string{"RKP-N05"}, status: 403},
	"state":        {dropped: []string{"RKP-N06", "RKP-N07", "RKP-N08"}, swapped: []string{"RKP-29", "MVN-40"}, refused: []string{"RKP-N06"}, status: 400},
}

// stages drops each stage of the compute service, has each two that follow one another change places, the
// last one with the first check of the operation, and has each refuse with another status.
func stages(b *book) error {
	all := b.service.Stages
	for i, s := range all {
		rule, known := stageRules[s.Name]
		if !known {
			return fmt.Errorf("nobody says who notices the stage %s", s.Name)
		}
		ref := pipeline.StageRef{Service: openapi.Compute, Stage: s.Name}
		id := "stages/" + s.Name
		b.add(Mutant{
			ID: id + "/dropped", Class: Stages, Requirements: rule.dropped, Broken: fmt.Sprintf("compute does without the stage %s", s.Name),
			code: breaking(pipeline.Mutant{DropStages: []pipeline.StageRef{ref}}),
		})
		swap := Mutant{ID: id + "/swapped", Class: Stages, Requirements: rule.swapped}
		if i+1 < len(all) {
			swap.Broken = fmt.Sprintf("compute has the stage %s behind the stage %s", s.Name, all[i+1].Name)
			swap.code = breaking(pipeline.Mutant{SwapStages: []pipeline.StageRef{ref}})
		} else {
			swap.Broken = fmt.Sprintf("compute has the stage %s behind the first step of a rebuild", s.Name)
			swap.code = breaking(pipeline.Mutant{Postpone: map[string]pipeline.StageRef{"servers.rebuild": ref}})
		}
		b.add(swap)
		if rule.status != 0 {
			b.add(Mutant{
				ID: fmt.Sprintf("%s/status-%d", id, rule.status), Class: Stages, Requirements: rule.refused, Broken: fmt.Sprintf("the stage %s refuses with %d", s.Name, rule.status),
				code: breaking(pipeline.Mutant{StageStatus: map[pipeline.StageRef]int{ref: rule.status}}),
			})
		}
	}
	return nil
}
