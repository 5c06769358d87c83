package collection

import (
	"reflect"

	"plumbline/mockcloud/internal/pipeline"
)

// Service is what the plain resources of a service have in common: how it is asked for lists, and how it answers.
type Service struct {
	// Missing is the fault of a record that is not there.
	Missing func(noun, id string) *pipeline.Fault
	// Ask reads the query of a request for a list; filters are the fields that the resource declares. Nil is the whole list.
	Ask func(x *pipeline.Exchange, filters []string) (*Page, *pipeline.Fault)
	// Beside is what stands beside a list in its answer, nil for nothing.
	Beside func(*pipeline.Exchange, *Cut) any
	// Shape is how a request wants each record to be shown otherwise than whole; it answers nil for one that does not.
	Shape func(*pipeline.Exchange) func(view any) any
	// Bare tells that a single record is the whole body of its answer, and not below its noun.
	Bare bool
	// Judge is what the service checks of bodies with code of its own, made once for each resource; nil for nothing.
	Judge func(noun string, request reflect.Type, creates bool) Judgement
}

// Judgement is what a service checks of a request that creates or changes a record: see pipeline.Operation.
type Judgement struct {
	Formats, Policy func(*pipeline.Exchange) *pipeline.Fault
}

func (s *Service) judge(noun string, request reflect.Type, creates bool) Judgement {
	if s.Judge == nil {
		return Judgement{}
	}
	return s.Judge(noun, request, creates)
}

func (s *Service) readQuery(x *pipeline.Exchange, filters []string) (*Page, *pipeline.Fault) {
	if s.Ask == nil {
		return UnfilteredPage(), nil
	}
	return s.Ask(x, filters)
}

// shape is how the request wants records to be shown, nil for whole.
func (s *Service) shape(x *pipeline.Exchange) func(view any) any {
	if s.Shape == nil {
		return nil
	}
	return s.Shape(x)
}

// AnswerRecord answers a record.
func (s *Service) AnswerRecord(x *pipeline.Exchange, status int, noun string, view any) *pipeline.Response {
	if shape := s.shape(x); shape != nil {
		view = shape(view)
	}
	if s.Bare {
		return pipeline.Body(status, view)
	}
	return pipeline.Answer(status, noun, view)
}

// AnswerList answers a list of things that are no records, whole.
func (s *Service) AnswerList(x *pipeline.Exchange, key string, views []any) *pipeline.Response {
	items := make([]pipeline.Item, len(views))
	for i, v := range views {
		items[i].Render = func() any { return v }
	}
	return s.list(x, &Cut{Key: key, Shown: len(views), Total: len(views), Page: UnfilteredPage()}, items)
}

func (s *Service) list(x *pipeline.Exchange, cut *Cut, items []pipeline.Item) *pipeline.Response {
	out := &pipeline.Response{Status: 200, List: &pipeline.List{Key: cut.Key, Items: items}}
	if s.Beside != nil {
		out.Value = s.Beside(x, cut)
	}
	return out
}
