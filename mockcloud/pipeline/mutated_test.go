package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

func TestMutantsOfRefusals(t *testing.T) {
	const lock, rebuild = `{"lock": null}`, `{"rebuild": {"imageRef": "11111111-1111-4111-8111-111111111111", "name": "renamed"}}`
	with := func(m Mutant, svc ...func(*Service)) *toy {
		return newToy(t, func(e *Env, s *Service) {
			e.Mutant = &m
			for _, f := range svc {
				f(s)
			}
		})
	}
	status := func(c *toy, url, token, body string) int {
		resp, _ := c.send(t, "POST", url, token, body)
		return resp.StatusCode
	}
	rename := func(c *toy, name string) {
		x := c.env.Store.Write()
		s := *state.Servers.Get(x, serverID)
		s.Name = name
		state.Servers.Insert(x, &s)
		x.Commit()
	}
	t.Run("a step refuses with another status", func(t *testing.T) {
		c := with(Mutant{StepStatus: map[StepRef]int{{"servers.lock", "refuse the toy named no"}: 418}})
		assert.Equal(t, 202, status(c, actionURL, memberToken, lock))
		rename(c, "no")
		assert.Equal(t, 418, status(c, actionURL, memberToken, lock))
	})
	t.Run("a stage refuses with another status", func(t *testing.T) {
		c := with(Mutant{StageStatus: map[StageRef]int{{openapi.Compute, "policy"}: 418}})
		assert.Equal(t, 202, status(c, actionURL, memberToken, lock))
		assert.Equal(t, 418, status(c, actionURL, readerToken, lock))
	})
	t.Run("a stage is put off for one operation only", func(t *testing.T) {
		ran := []string{}
		note := func(name string) func(*Exchange) *Fault {
			return func(*Exchange) *Fault { ran = append(ran, name); return nil }
		}
		c := with(Mutant{Postpone: map[string]StageRef{"servers.lock": {openapi.Compute, "late"}}}, func(s *Service) {
			s.Stages = append(s.Stages, Stage{"late", note("stage")})
			for _, id := range []string{"servers.lock", "servers.rebuild"} {
				o := s.Operations[id]
				o.Steps = append([]Step{{Name: "first", Run: note("first of " + id)}}, o.Steps...)
				s.Operations[id] = o
			}
		})
		status(c, actionURL, memberToken, lock)
		assert.Equal(t, []string{"first of servers.lock", "stage"}, ran)
		ran = nil
		status(c, actionURL, adminToken, rebuild)
		assert.Equal(t, []string{"stage", "first of servers.rebuild"}, ran)
	})
	t.Run("a part of a request is ignored once it has passed the schema", func(t *testing.T) {
		var seen map[string]any
		watch := func(s *Service) {
			o := s.Operations["servers.rebuild"]
			o.Steps = append([]Step{{Name: "look", Run: func(x *Exchange) *Fault { seen = x.Inner("rebuild"); return nil }}}, o.Steps...)
			s.Operations["servers.rebuild"] = o
		}
		c := with(Mutant{Ignore: map[string][]string{"servers.rebuild": {"name"}}}, watch)
		status(c, actionURL, memberToken, rebuild)
		assert.Equal(t, map[string]any{"imageRef": "11111111-1111-4111-8111-111111111111"}, seen)
		assert.Equal(t, 400, status(c, actionURL, memberToken, `{"rebuild": {"imageRef": "11111111-1111-4111-8111-111111111111", "name": 5}}`))
	})
}
