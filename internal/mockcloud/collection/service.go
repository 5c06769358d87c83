package collection

import (
	"reflect"

	"plumbline/internal/mockcloud/pipeline"
)

// Service declares what the plain resources of a service have in common: the queries of lists, and the form of answers.
type Service struct {
	// Missing makes the fault for a record that does not exist.
	Missing func(noun, id string) *pipeline.Fault
	// Ask reads the query of a list; filters are the fields that the resource declares. With nil the whole list is answered.
	Ask func(x *pipeline.Exchange, filters []string) (*Page, *pipeline.Fault)
	// ListFields makes the fields that are added to the answer of a list, nil for none.
	ListFields func(*pipeline.Exchange, *Cut) any
	// Shape makes the function that reduces each record to what the request selects; it answers nil if the request wants whole
	// records.
	Shape func(*pipeline.Exchange) func(view any) any
	// Bare tells that an answer about a single record is the record itself, not an object with the record under its noun.
	Bare bool
	// Judge makes the service's own checks of bodies, once for each resource; nil for none.
	Judge func(noun string, request reflect.Type, creates bool) Judgement
}

// Judgement holds a service's own checks of requests that create or change a record: see pipeline.Operation.
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

// shape is the function that reduces records as the request asks, nil for whole records.
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

// AnswerList answers a whole list of values that are not records.
func (s *Service) AnswerList(x *pipeline.Exchange, key string, views []any) *pipeline.Response {
	items := make([]pipeline.Item, len(views))
	for i, v := range views {
		items[i].Render = func() any { return v }
	}
	return s.list(x, &Cut{Key: key, Shown: len(views), Total: len(views), Page: UnfilteredPage()}, items)
}

func (s *Service) list(x *pipeline.Exchange, cut *Cut, items []pipeline.Item) *pipeline.Response {
	out := &pipeline.Response{Status: 200, List: &pipeline.List{Key: cut.Key, Items: items}}
	if s.ListFields != nil {
		out.Value = s.ListFields(x, cut)
	}
	return out
}
