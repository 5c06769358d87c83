package pipeline

import "plumbline/internal/openapi"

// fieldsBeside are the fields that stand beside a list, none where there is nothing.
func fieldsBeside(beside any) map[string]any {
	switch b := beside.(type) {
	case nil:
		return nil
	case map[string]any:
		return b
	case *openapi.Fields:
		return b.Map()
	}
	opened, _ := openapi.Open(beside)
	fields, _ := opened.(map[string]any)
	return fields
}

// list renders a list item by item, keeping each, and joins the pieces.
func (s *serving) list(x *Exchange, r *Response, beside any) ([]byte, *Fault) {
	rest := fieldsBeside(beside)
	shell := map[string]any{r.List.Key: []any{}}
	for k, v := range rest {
		shell[k] = v
	}
	_, frame, f := s.body(x, r.Status, shell, r.Header)
	if f != nil {
		return nil, f
	}
	if len(r.List.Items) == 0 {
		return frame, nil
	}
	// The frame is cut where the empty list is: keys are sorted and none before it holds the same text.
	head, tail := cutList(frame, r.List.Key)
	key := pieceKey{op: x.Operation, base: x.Base + x.PathProject}
	if x.token != nil {
		key.who = x.token.Who
	}
	pieces := make([]*rendered, len(r.List.Items))
	size := len(frame)
	for i, item := range r.List.Items {
		key.record = item.Record
		if pieces[i], f = s.piece(x, r, key, item, rest, len(head), len(tail)); f != nil {
			return nil, f
		}
		size += len(pieces[i].body) + 2
	}
	body := append(make([]byte, 0, size), head...)
	for i, p := range pieces {
		if i > 0 {
			body = append(body, ", "...)
		}
		body = append(body, p.body...)
	}
	return append(body, tail...), nil
}

// piece renders one item of a list, or takes the one that is kept. It stands alone in a whole answer, so
// that what must be beside it is there for the check; head and tail are the bytes around it.
func (s *serving) piece(x *Exchange, r *Response, key pieceKey, item Item, beside map[string]any, head, tail int) (*rendered, *Fault) {
	if p := x.Env.pieces.Get(key); p != nil && x.watch != nil {
		x.watch.Join(p.watch)
		return p, nil
	}
	whole := x.watch
	if whole != nil {
		x.watch = x.Txn.Watch()
	}
	volatile := x.volatile
	x.volatile = false
	value := map[string]any{r.List.Key: []any{item.Render()}}
	for k, v := range beside {
		value[k] = v
	}
	_, body, f := s.body(x, r.Status, value, nil)
	if f != nil {
		return nil, f
	}
	p := &rendered{body: body[head : len(body)-tail : len(body)-tail], watch: x.watch}
	if whole != nil {
		if item.Record != nil && key.who != nil && !x.volatile {
			x.Env.pieces.Put(key, p)
		}
		whole.Join(x.watch)
		x.watch = whole
		x.Txn.Resume(whole)
	}
	x.volatile = x.volatile || volatile
	return p, nil
}

// cutList cuts `{"a": 1, "key": [], "z": 2}` behind the opening bracket of key's list.
func cutList(frame []byte, key string) (head, tail []byte) {
	at := indexList(frame, key)
	return frame[:at], frame[at:]
}

func indexList(frame []byte, key string) int {
	want := `"` + key + `": [`
	depth, in := 0, false
	for i := 0; i < len(frame); i++ {
		switch c := frame[i]; {
		case in && c == '\\':
			i++
		case c == '"':
			if !in && depth == 1 && len(frame)-i >= len(want) && string(frame[i:i+len(want)]) == want {
				return i + len(want)
			}
			in = !in
		case in:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	panic("a list that is not in its answer: " + key)
}
