package control

import (
	"fmt"
	"net/http"

	"plumbline/internal/openapi"
)

// SetMaximum makes a service as old as a release from now on, "3.67" of block storage for example: newer microversions are refused,
// and discovery shows it. Zero restores the newest known one. Reset does not change it.
func (c *Control) SetMaximum(s openapi.Service, v openapi.Version) error {
	defer c.changeCount.Add(1)
	before := c.NewestMicroversions()[s]
	if err := c.env.SetMaximum(s, v); err != nil {
		return err
	}
	if !c.saveChoice(choiceMaxima, over[maxima]{c.maxima, c.NewestMicroversions()}) {
		_ = c.env.SetMaximum(s, before) // it was valid before
		return c.SaveError()
	}
	return nil
}

// NewestMicroversions answers the newest microversion of each service that has any.
func (c *Control) NewestMicroversions() map[openapi.Service]openapi.Version {
	return c.env.CurrentMaxima()
}

func (c *Control) getMaxima(*http.Request) (int, any, error) {
	return 200, c.NewestMicroversions(), nil
}

// putMaxima reads {"block-storage": "3.67"}; null stands for the newest known one. Services that are not named stay.
func (c *Control) putMaxima(r *http.Request) (int, any, error) {
	var body map[openapi.Service]*openapi.Version
	if err := decode(r, &body); err != nil {
		return 0, nil, err
	}
	if len(body) == 0 {
		return 0, nil, fmt.Errorf(`the body names no service: {"block-storage": "3.67"}`)
	}
	before := c.NewestMicroversions()
	for s, v := range body {
		if v == nil {
			v = &openapi.Version{}
		}
		if err := c.SetMaximum(s, *v); err != nil {
			for s, v := range before {
				_ = c.SetMaximum(s, v) // it was valid before
			}
			return 0, nil, err
		}
	}
	return c.getMaxima(r)
}
