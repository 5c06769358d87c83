package eventlog

// scrubber is implemented by payloads with text that may quote what a cloud answered.
type scrubber interface {
	// scrub returns a copy whose free text went through f. Ids, names of the closed sets and what the
	// recording transport already redacted field by field stay.
	scrub(f func(string) string) Payload
}

// Scrub makes the writer pass the free text of every event (messages, reasons, expected and got values,
// arguments, evidence) through f before it is written: an assertion may quote the password it compared.
func (w *Writer) Scrub(f func(string) string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = f
}

func (p *RunStarted) scrub(f func(string) string) Payload {
	c := *p
	c.Args = each(p.Args, f)
	return &c
}

func (p *RunResumed) scrub(f func(string) string) Payload {
	c := *p
	c.Args, c.Reason = each(p.Args, f), f(p.Reason)
	return &c
}

func (p *TargetDescribed) scrub(f func(string) string) Payload {
	c := *p
	c.Capabilities = append([]Capability(nil), p.Capabilities...)
	for i := range c.Capabilities {
		c.Capabilities[i].Evidence = f(c.Capabilities[i].Evidence)
	}
	c.Actors = append([]Actor(nil), p.Actors...)
	for i := range c.Actors {
		c.Actors[i].How, c.Actors[i].Reason = f(c.Actors[i].How), f(c.Actors[i].Reason)
	}
	return &c
}

func (p *Gated) scrub(f func(string) string) Payload {
	c := *p
	c.Reason, c.Probe = f(p.Reason), f(p.Probe)
	return &c
}

func (p *StepDone) scrub(f func(string) string) Payload {
	c := *p
	c.Text, c.Message = f(p.Text), f(p.Message)
	return &c
}

func (p *Exchanged) scrub(f func(string) string) Payload {
	c := *p
	c.URL, c.RequestBody, c.ResponseBody, c.Error = f(p.URL), f(p.RequestBody), f(p.ResponseBody), f(p.Error)
	c.Drift = append([]Drift(nil), p.Drift...)
	for i := range c.Drift {
		c.Drift[i].Expected, c.Drift[i].Got = f(c.Drift[i].Expected), f(c.Drift[i].Got)
	}
	return &c
}

func (p *CaseDone) scrub(f func(string) string) Payload {
	c := *p
	c.Reason, c.Expected, c.Got = f(p.Reason), f(p.Expected), f(p.Got)
	return &c
}

func (p *CleanedUp) scrub(f func(string) string) Payload {
	c := *p
	c.Error = f(p.Error)
	return &c
}

func (p *RunEnded) scrub(f func(string) string) Payload {
	c := *p
	c.Reason = f(p.Reason)
	return &c
}

func each(in []string, f func(string) string) []string {
	if in == nil {
		return nil
	}
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = f(s)
	}
	return out
}
