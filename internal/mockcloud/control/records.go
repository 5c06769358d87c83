package control

import (
	"errors"
	"fmt"
	"net/http"

	"plumbline/internal/mockcloud/contents"
)

// listing is a page of records; Mark is that of the state which it shows.
type listing struct {
	Mark string `json:"mark"`
	contents.Page
}

// records answers a page of the records of the kind in the path.
func (c *Control) records(r *http.Request) (int, any, error) {
	query := contents.Query{Find: r.URL.Query().Get("find")}
	if _, err := readNumbers(r.URL.Query(), map[string]*int{"offset": &query.Offset, "limit": &query.Limit}); err != nil {
		return 0, nil, err
	}
	c.env.RunDue()
	mark := c.changeMark()
	page, err := contents.At(c.env, c.env.Store.Read()).List(r.PathValue("kind"), query)
	var unknown contents.UnknownKindError
	if errors.As(err, &unknown) {
		return 0, nil, notFound(err.Error())
	}
	return 200, listing{mark, page}, err
}

// server answers a server with what is not in the list.
func (c *Control) server(r *http.Request) (int, any, error) {
	c.env.RunDue()
	id := r.PathValue("id")
	shown := contents.At(c.env, c.env.Store.Read()).Server(id)
	if shown == nil {
		return 0, nil, notFound(fmt.Sprintf("there is no server %q", id))
	}
	return namedAnswer("server", shown)
}
