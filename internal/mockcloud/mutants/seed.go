package mutants

import (
	"fmt"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// SeedOf is the seed of a mock, with the tokens that it has issued since: a mock planted with it accepts them.
func SeedOf(c *mockcloud.Cloud) (seed.Seed, error) {
	planted := c.Control().Seed()
	x := cloudcontrol.Of(c).Read()
	planted.Tokens = nil
	for t := range state.Tokens.All(x) {
		user, project := state.Users.Get(x, t.UserID), state.Projects.Get(x, t.ProjectID)
		if user == nil || t.ProjectID != "" && project == nil {
			return planted, fmt.Errorf("a token of nobody, or for no project")
		}
		token := seed.Token{ID: t.ID, User: user.Name, System: t.System}
		if project != nil {
			token.Project = project.Name
		}
		planted.Tokens = append(planted.Tokens, token)
	}
	return planted, nil
}
