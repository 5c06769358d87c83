package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"

	"plumbline/reports/eventlog"
)

// packed is what the page unpacks when a row is opened.
type packed struct {
	Cases     map[string]*Row           `json:"cases"`
	Exchanges map[string]packedExchange `json:"exchanges"`
}

type packedExchange struct {
	ID             string           `json:"id"`
	Role           string           `json:"role"`
	Actor          string           `json:"actor,omitempty"`
	Method         string           `json:"method"`
	URL            string           `json:"url"`
	RequestHeader  http.Header      `json:"request_header,omitempty"`
	RequestBody    string           `json:"request_body,omitempty"`
	Status         int              `json:"status,omitempty"`
	ResponseHeader http.Header      `json:"response_header,omitempty"`
	ResponseBody   string           `json:"response_body,omitempty"`
	Millis         float64          `json:"millis,omitempty"`
	Error          string           `json:"error,omitempty"`
	Drift          []eventlog.Drift `json:"drift,omitempty"`
	RequestID      string           `json:"request_id,omitempty"`
	Curl           string           `json:"curl"`
}

// pack compresses the cases and exchanges: they repeat themselves so much that a page with hundreds of
// rows stays small. base64url has no character that HTML would have to escape.
func pack(r *Report, events []eventlog.Event) (template.HTML, error) {
	data := packed{Cases: rowsByCase(r), Exchanges: map[string]packedExchange{}}
	for i := range events {
		if x := events[i].Exchanged; x != nil {
			data.Exchanges[x.ID] = packedExchange{
				ID: x.ID, Role: x.Role, Actor: x.Actor, Method: x.Method, URL: x.URL,
				RequestHeader: x.RequestHeader, RequestBody: x.RequestBody,
				Status: x.Status, ResponseHeader: x.ResponseHeader, ResponseBody: x.ResponseBody,
				Millis: x.Millis, Error: x.Error, Drift: x.Drift, RequestID: RequestID(x.ResponseHeader), Curl: Curl(x),
			}
		}
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(z).Encode(data); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return template.HTML(base64.URLEncoding.EncodeToString(b.Bytes())), nil
}

// RequestID is the id by which the operator finds the request in the service's log, "" for none.
func RequestID(h http.Header) string {
	for _, name := range []string{"X-Openstack-Request-Id", "X-Compute-Request-Id"} {
		if id := http.Header(h).Get(name); id != "" {
			return id
		}
	}
	return ""
}

func jsonList(list []string) string {
	out, err := json.Marshal(notNil(list))
	if err != nil {
		return "[]"
	}
	return string(out)
}
