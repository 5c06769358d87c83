package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

// Call is a request of the suite's own, outside scenarios' sentences: of probes, actors and clean-up.
type Call struct {
	Role    string
	Service openapi.Service
	Method  string
	// Path is below the versioned root.
	Path string
	// At is a microversion, "" for none.
	At   string
	Body any
	// Type is the body's media type, "" for JSON.
	Type string
}

// Reply is the answer to a Call.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
	JSON   map[string]any
}

// Is tells whether the status is one of those given.
func (r *Reply) Is(status ...int) bool { return slices.Contains(status, r.Status) }

// Message is the message of a fault, in any service's envelope; "" for other answers.
func (r *Reply) Message() string {
	for _, v := range r.JSON {
		if fault, ok := v.(map[string]any); ok {
			if text, ok := fault["message"].(string); ok {
				return text
			}
		}
	}
	return ""
}

// Call sends a request with the session's token. A 401 after the token has expired is retried once with a new token, and
// failures on the way are retried as Retries and MayRetry say: no request of Call is the subject of a test.
func (s *Session) Call(ctx context.Context, c Call) (*Reply, error) {
	reply, err := s.callOften(ctx, c)
	if err == nil && reply.Status == http.StatusUnauthorized && s.Expired() {
		if err := s.Renew(ctx); err != nil {
			return nil, err
		}
		reply, err = s.callOften(ctx, c)
	}
	if err == nil && IsUnavailable(reply.Status) {
		return nil, fmt.Errorf("%s service: %s %s answers %d %s", c.Service, c.Method, c.Path, reply.Status, reply.Message())
	}
	return reply, err
}

func (s *Session) callOften(ctx context.Context, c Call) (*Reply, error) {
	for n := 0; ; n++ {
		reply, err := s.callOnce(ctx, c, n)
		var status int
		var header http.Header
		if err == nil {
			status, header = reply.Status, reply.Header
		}
		if n == Retries || ctx.Err() != nil || !MayRetry(c.Method, status, err) {
			return reply, err
		}
		if s.Pause(ctx, RetryPause(n+1, header)) != nil {
			return reply, err
		}
	}
}

func (s *Session) callOnce(ctx context.Context, c Call, retry int) (*Reply, error) {
	token, err := s.Token(ctx)
	if err != nil {
		return nil, err
	}
	e, err := s.Endpoint(ctx, c.Service)
	if err != nil {
		return nil, err
	}
	var body []byte
	if c.Body != nil {
		if body, err = json.Marshal(c.Body); err != nil {
			return nil, fmt.Errorf("encode a request: %w", err)
		}
	}
	version, _ := openapi.ParseVersion(c.At)
	ctx = wire.WithNote(ctx, wire.Note{Role: c.Role, Actor: s.Actor, Service: c.Service, Path: c.Path, Version: version, Retry: retry})
	req, err := http.NewRequestWithContext(ctx, c.Method, e.Versioned+c.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Auth-Token", token)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", cmp.Or(c.Type, "application/json"))
	}
	if c.At != "" {
		req.Header.Set("OpenStack-API-Version", HeaderName(c.Service)+" "+c.At)
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return nil, &unanswered{ExplainError(string(c.Service)+" service", e.Versioned+c.Path, err), err}
	}
	defer resp.Body.Close()
	reply := &Reply{Status: resp.StatusCode, Header: resp.Header}
	var read bytes.Buffer
	if _, err := read.ReadFrom(resp.Body); err != nil {
		return nil, fmt.Errorf("read an answer: %w", err)
	}
	reply.Body = read.Bytes()
	_ = json.Unmarshal(reply.Body, &reply.JSON) // an answer that is not JSON has no JSON
	return reply, nil
}

// HeaderName is a service's name in the OpenStack-API-Version header; block storage calls itself volume.
func HeaderName(service openapi.Service) string {
	if service == openapi.BlockStorage {
		return "volume"
	}
	return string(service)
}
