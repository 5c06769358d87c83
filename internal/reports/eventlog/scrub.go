package eventlog

// scrubber is implemented by payloads with text that may quote the cloud's answers.
type scrubber interface {
	// scrub returns a copy with the scrubber applied to free text. Ids, names of closed sets, and values that the recording
	// transport has redacted field by field do not change.
	scrub(by Scrubber) Payload
}

// Scrubber removes secrets from what is written. Both functions may be the same.
type Scrubber struct {
	// Text is for free text: a message may quote anything.
	Text func(string) string
	// Known removes the secrets known by now, from the URL and the bodies of Exchanged.Recorded.
	Known func(string) string
}

// Scrub makes the writer apply s to the free text of every event (messages, reasons, expected and got values, arguments,
// evidence): an assertion may quote the password that it compared.
func (w *Writer) Scrub(s Scrubber) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scrubs = s
}

func (p *RunStarted) scrub(by Scrubber) Payload {
	c := *p
	c.Args = scrubAll(p.Args, by.Text)
	return &c
}

func (p *RunResumed) scrub(by Scrubber) Payload {
	c := *p
	c.Args, c.Reason = scrubAll(p.Args, by.Text), by.Text(p.Reason)
	return &c
}

func (p *TargetDescribed) scrub(by Scrubber) Payload {
	c := *p
	c.Name = by.Text(p.Name)
	c.Services = append([]Service(nil), p.Services...)
	for i := range c.Services {
		c.Services[i].Endpoint = by.Text(c.Services[i].Endpoint)
	}
	c.Capabilities = append([]Capability(nil), p.Capabilities...)
	for i := range c.Capabilities {
		c.Capabilities[i].Evidence = by.Text(c.Capabilities[i].Evidence)
	}
	c.Actors = append([]Actor(nil), p.Actors...)
	for i := range c.Actors {
		c.Actors[i].How, c.Actors[i].Reason = by.Text(c.Actors[i].How), by.Text(c.Actors[i].Reason)
	}
	return &c
}

func (p *CaseStarted) scrub(by Scrubber) Payload {
	if p.Again == "" {
		return p
	}
	c := *p
	c.Again = by.Text(p.Again)
	return &c
}

func (p *Gated) scrub(by Scrubber) Payload {
	c := *p
	c.Reason, c.Probe = by.Text(p.Reason), by.Text(p.Probe)
	return &c
}

func (p *StepDone) scrub(by Scrubber) Payload {
	c := *p
	c.Text, c.Message = by.Text(p.Text), by.Text(p.Message)
	return &c
}

func (p *Exchanged) scrub(by Scrubber) Payload {
	c, whole := *p, by.Text
	if p.recorded {
		whole = by.Known
	}
	c.URL, c.RequestBody, c.ResponseBody, c.Error = whole(p.URL), whole(p.RequestBody), whole(p.ResponseBody), by.Text(p.Error)
	c.Drift = append([]Drift(nil), p.Drift...)
	for i := range c.Drift {
		c.Drift[i].Expected, c.Drift[i].Got = by.Text(c.Drift[i].Expected), by.Text(c.Drift[i].Got)
	}
	return &c
}

func (p *CaseDone) scrub(by Scrubber) Payload {
	c := *p
	c.Reason, c.Expected, c.Got = by.Text(p.Reason), by.Text(p.Expected), by.Text(p.Got)
	return &c
}

func (p *CleanedUp) scrub(by Scrubber) Payload {
	c := *p
	c.Error, c.Spent = by.Text(p.Error), by.Text(p.Spent)
	return &c
}

func (p *RunEnded) scrub(by Scrubber) Payload {
	c := *p
	c.Reason = by.Text(p.Reason)
	return &c
}

func scrubAll(in []string, f func(string) string) []string {
	if in == nil {
		return nil
	}
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = f(s)
	}
	return out
}
