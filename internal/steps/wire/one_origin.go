package wire

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// mostHops is the greatest number of redirects within one origin.
const mostHops = 5

// Astray is the error for a request that was not sent on as an answer demanded, because that would go to another origin or
// lose its body. A password or token given for one origin (scheme, host and port) must not reach another.
type Astray struct {
	// From is the origin that answered, To the one that the request would have gone to; Method and Path are of the request not sent.
	From, To, Method, Path string
	// Status is that of a redirect, 0 for a link in an answer.
	Status int
	// Emptied: a POST would have become a GET without a body.
	Emptied bool
}

func (a *Astray) Error() string {
	how := "its answer links"
	if a.Status != 0 {
		how = fmt.Sprintf("%s redirects (%d)", a.From, a.Status)
	}
	switch {
	case a.Emptied:
		return fmt.Sprintf("%s to %s%s in a way in which a request loses its body, so it was not sent on; use the address "+
			"that answers itself", how, a.To, a.Path)
	case a.To == a.From:
		return fmt.Sprintf("%s more than %d times in a row", how, mostHops)
	}
	return fmt.Sprintf("%s to %s%s, another origin than %s; the %s was not sent there, for it may carry a password or a "+
		"token: if that is the right place, name it in auth_url",
		how, a.To, a.Path, a.From, cmp.Or(a.Method, http.MethodGet))
}

// Origin is scheme, host and port of a URL, with the port that the scheme implies.
func Origin(u *url.URL) string {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + "://" + host + ":" + port
}

// Home is an http.RoundTripper that sends to one origin only, whatever the redirects and links in answers.
type Home struct {
	Next http.RoundTripper
	At   *url.URL
}

// RoundTrip implements http.RoundTripper.
func (h Home) RoundTrip(req *http.Request) (*http.Response, error) {
	if from, to := Origin(h.At), Origin(req.URL); from != to {
		if req.Body != nil {
			_ = req.Body.Close() // a transport closes the body, also of a request that it does not send
		}
		lost := &Astray{From: from, To: to, Method: req.Method, Path: req.URL.Path}
		if req.Response != nil {
			lost.Status = req.Response.StatusCode
		}
		return nil, lost
	}
	return h.Next.RoundTrip(req)
}

// FollowFew is the CheckRedirect of a client behind a Home: it follows up to mostHops redirects, as long as they keep
// the method and the body.
func FollowFew(req *http.Request, via []*http.Request) error {
	last := via[len(via)-1]
	lost := &Astray{From: Origin(last.URL), To: Origin(req.URL), Method: last.Method, Path: req.URL.Path}
	if req.Response != nil {
		lost.Status = req.Response.StatusCode
	}
	switch {
	case req.Method != last.Method:
		lost.Emptied = lost.From == lost.To // Home refuses other origins
		return lost
	case len(via) > mostHops:
		return lost
	}
	return nil
}

// FollowNone is the CheckRedirect of clients that follow nothing: a redirect is the answer.
func FollowNone(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// sentElsewhere is the other origin that an answer redirects to, "" where it does not.
func sentElsewhere(resp *http.Response) string {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return ""
	}
	if resp.Request == nil || resp.Request.URL == nil {
		return ""
	}
	to, err := resp.Request.URL.Parse(resp.Header.Get("Location"))
	if err != nil || Origin(to) == Origin(resp.Request.URL) {
		return ""
	}
	return Origin(to)
}
