package page

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPagesAreTheFrameworks(t *testing.T) {
	conflict := Page{
		Status: 409, Explanation: "There was a conflict when trying to complete your request.",
		Detail: "Property zzz<& does not exist.",
	}
	method := Page{Status: 405, Explanation: "The method DELETE is not allowed for this resource. ", Short: true}
	for _, row := range []struct {
		name, accept string
		page         Page
		kind, body   string
	}{
		{"text without Accept", "", NotFound(), "text/plain; charset=UTF-8", "404 Not Found\n\nThe resource could not be found.\n\n   "},
		{"text with a detail", "", conflict, "text/plain; charset=UTF-8", "409 Conflict\n\nThere was a conflict when trying " +
			"to complete your request.\n\n Property zzz<& does not exist.  "},
		{
			"a short text", "", method, "text/plain; charset=UTF-8",
			"405 Method Not Allowed\n\nThe method DELETE is not allowed for this resource. \n\n ",
		},
		{"HTML for anything", "*/*", NotFound(), "text/html; charset=UTF-8", "<html>\n <head>\n  <title>404 Not " +
			"Found</title>\n </head>\n <body>\n  <h1>404 Not Found</h1>\n  The resource could not be found.<br /><br />\n\n\n\n </body>\n</html>"},
		{
			"HTML where it is liked as much", "application/json, */*", NotFound(), "text/html; charset=UTF-8",
			"<html>\n <head>\n  <title>404 Not Found</title>\n </head>\n <body>\n  <h1>404 Not Found</h1>\n  The resource " +
				"could not be found.<br /><br />\n\n\n\n </body>\n</html>",
		},
		{
			"text where nothing fits", "application/json;q=0", NotFound(), "text/plain; charset=UTF-8",
			"404 Not Found\n\nThe resource could not be found.\n\n   ",
		},
		{"HTML escapes", "text/html", conflict, "text/html; charset=UTF-8", "<html>\n <head>\n  <title>409 " +
			"Conflict</title>\n </head>\n <body>\n  <h1>409 Conflict</h1>\n  There was a conflict when trying to complete your " +
			"request.<br /><br />\nProperty zzz&lt;&amp; does not exist.\n\n\n </body>\n</html>"},
		{
			"JSON when asked for", "application/json", NotFound(), "application/json",
			`{"message": "The resource could not be found.<br /><br />\n\n\n", "code": "404 Not Found", "title": "Not Found"}`,
		},
		{
			"the framework's words for 416", "",
			Page{Status: 416, Explanation: "x"},
			"text/plain; charset=UTF-8",
			"416 Request Range Not Satisfiable\n\nx\n\n   ",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			kind, body := row.page.Write(row.accept)
			assert.Equal(t, row.kind, kind)
			assert.Equal(t, row.body, string(body))
		})
	}
}
