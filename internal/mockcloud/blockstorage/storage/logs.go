package storage

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// loggers are some of what each program logs by.
var loggers = map[string][]string{
	"cinder-api":       {"cinder.api", "cinder.api.openstack", "cinder.api.openstack.wsgi", "cinder.context", "cinder.policy"},
	"cinder-scheduler": {"cinder.context", "cinder.scheduler.filter_scheduler", "cinder.scheduler.host_manager", "cinder.scheduler.manager"},
	"cinder-volume":    {"cinder.context", "cinder.volume.driver", "cinder.volume.flows.manager.create_volume", "cinder.volume.manager"},
}

// logging holds the values that the steps of a request about log levels share.
type logging struct {
	Request struct {
		Binary string           `json:"binary"`
		Server body.Opt[string] `json:"server"`
		Prefix body.Opt[string] `json:"prefix"`
		Level  body.Opt[string] `json:"level"`
	} `body:""`
}

// shownLevels are the levels of a program in answers, by names of loggers.
type shownLevels struct {
	Host   string            `json:"host"`
	Binary string            `json:"binary"`
	Levels map[string]string `json:"levels"`
}

// LogOperations holds the operations that show and set what the services log.
func LogOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"services.get-log": pipeline.OperationOf[logging]{Formats: mayFirst[logging], Answer: showLevels}.Operation(),
		"services.set-log": pipeline.OperationOf[logging]{
			Formats: mayFirst[logging],
			Steps: []pipeline.StepOf[logging]{
				{Name: "the level is known", Run: levelKnown}, {Name: "set the levels", Run: setLevels},
			},
			Answer: record.AnswerDeleted[logging],
		}.Operation(),
	}}
}

// asked are the programs that a request is about. A server is a host, with or without its storage.
func (w *logging) asked(x *pipeline.Exchange) (out []state.VolumeService) {
	r, server := w.Request, w.Request.Server.Or("")
	for _, p := range append([]state.VolumeService{{Binary: "cinder-api", Host: "controller"}}, parts...) {
		here := server == "" || p.Host == server || strings.HasPrefix(p.Host, server+"@")
		if here && (r.Binary == "" || r.Binary == "*" || r.Binary == p.Binary) {
			out = append(out, part(x, p))
		}
	}
	return out
}

// levels are the levels of the loggers that a request is about.
func (w *logging) levels(p state.VolumeService) map[string]string {
	out := map[string]string{}
	for _, name := range loggers[p.Binary] {
		if strings.HasPrefix(name, w.Request.Prefix.Or("")) {
			out[name] = "INFO"
			if set := p.Levels[name]; set != "" {
				out[name] = set
			}
		}
	}
	return out
}

func showLevels(x *pipeline.Exchange, w *logging) (*pipeline.Response, *pipeline.Fault) {
	out := []any{}
	for _, p := range w.asked(x) {
		out = append(out, &shownLevels{Host: p.Host, Binary: p.Binary, Levels: w.levels(p)})
	}
	return pipeline.Answer(200, "log_levels", out), nil
}

func levelKnown(_ *pipeline.Exchange, w *logging) *pipeline.Fault {
	level := w.Request.Level.Or("")
	if w.Request.Level.Given() && !slices.Contains([]string{"CRITICAL", "ERROR", "WARNING", "INFO", "DEBUG"}, strings.ToUpper(level)) {
		return record.InvalidInput("%s is not a valid log level.", level)
	}
	return nil
}

func setLevels(x *pipeline.Exchange, w *logging) *pipeline.Fault {
	for _, p := range w.asked(x) {
		after := maps.Clone(p.Levels)
		if after == nil {
			after = map[string]string{}
		}
		for name := range w.levels(p) {
			after[name] = strings.ToUpper(w.Request.Level.Or(""))
		}
		p.Levels = after
		state.VolumeServices.Insert(x.Txn, &p)
	}
	return nil
}
