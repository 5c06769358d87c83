package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMutantsOfRefusals(t *testing.T) {
	const reserve, bind = `{"reserve": null}`, `{"bind": {"cover": "red", "title": "renamed"}}`
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
		s := *books.Get(x, bookID)
		s.Title = name
		books.Insert(x, &s)
		x.Commit()
	}
	t.Run("a step refuses with another status", func(t *testing.T) {
		c := with(Mutant{StepStatus: map[StepRef]int{{"books.reserve", "refuse the book named no"}: 418}})
		assert.Equal(t, 202, status(c, actionURL, memberToken, reserve))
		rename(c, "no")
		assert.Equal(t, 418, status(c, actionURL, memberToken, reserve))
	})
	t.Run("a stage refuses with another status", func(t *testing.T) {
		c := with(Mutant{StageStatus: map[StageRef]int{{library, "policy"}: 418}})
		assert.Equal(t, 202, status(c, actionURL, memberToken, reserve))
		assert.Equal(t, 418, status(c, actionURL, readerToken, reserve))
	})
	t.Run("a stage is put off for one operation only", func(t *testing.T) {
		ran := []string{}
		note := func(name string) func(*Exchange) *Fault {
			return func(*Exchange) *Fault { ran = append(ran, name); return nil }
		}
		c := with(Mutant{Postpone: map[string]StageRef{"books.reserve": {library, "late"}}}, func(s *Service) {
			s.Stages = append(s.Stages, Stage{"late", note("stage")})
			for _, id := range []string{"books.reserve", "books.bind"} {
				o := s.Operations[id]
				o.Steps = append([]Step{{Name: "first", Run: note("first of " + id)}}, o.Steps...)
				s.Operations[id] = o
			}
		})
		status(c, actionURL, memberToken, reserve)
		assert.Equal(t, []string{"first of books.reserve", "stage"}, ran)
		ran = nil
		status(c, actionURL, adminToken, bind)
		assert.Equal(t, []string{"stage", "first of books.bind"}, ran)
	})
	t.Run("a part of a request is ignored once it has passed the schema", func(t *testing.T) {
		var seen map[string]any
		watch := func(s *Service) {
			o := s.Operations["books.bind"]
			o.Steps = append([]Step{
				{Name: "look", Run: func(x *Exchange) *Fault { seen = x.Body.(map[string]any)["bind"].(map[string]any); return nil }},
			}, o.Steps...)
			s.Operations["books.bind"] = o
		}
		c := with(Mutant{Ignore: map[string][]string{"books.bind": {"title"}}}, watch)
		status(c, actionURL, memberToken, bind)
		assert.Equal(t, map[string]any{"cover": "red"}, seen)
		assert.Equal(t, 400, status(c, actionURL, memberToken, `{"bind": {"cover": "red", "title": 5}}`))
	})
}
