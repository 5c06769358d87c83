package certify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/packs"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
)

// comparePacks compares the mock (made with further options, in tests) with each pack, without a cloud. It answers the worst exit code.
func comparePacks(ctx context.Context, f *TargetFlags, files []string, out string, texts bool, mock ...mockcloud.Option) error {
	read := make([]*packs.Pack, len(files))
	for i, file := range files {
		var err error
		if read[i], err = packs.ReadFile(file); err != nil {
			return cli.Usage(err)
		}
		if slices.ContainsFunc(read[:i], func(p *packs.Pack) bool { return p.Header.Name == read[i].Header.Name }) {
			return cli.Usage(fmt.Errorf("%s: there are two packs named %s: record one under another --name", file, read[i].Header.Name))
		}
	}
	code := cli.ExitOK
	for i, pack := range read {
		dir := out
		if len(read) > 1 {
			dir = filepath.Join(out, pack.Header.Name)
		}
		one, err := ComparePack(ctx, f, files[i], pack, dir, texts, mock...)
		if err != nil {
			return err
		}
		if one == cli.ExitNotConform || code == cli.ExitOK {
			code = one
		}
	}
	if code != cli.ExitOK {
		return &cli.ExitError{Code: code}
	}
	return nil
}

func ComparePack(ctx context.Context, f *TargetFlags, file string, pack *packs.Pack, out string, texts bool,
	mock ...mockcloud.Option,
) (int, error) {
	base, err := f.commonOptions()
	if err != nil {
		return 0, err
	}
	narrowed := leavesOut(base.Selection)
	if base.Selection, err = narrowSelection(pack.Header.Selection, base.Selection); err != nil {
		return 0, cli.Usage(fmt.Errorf("%s: %w", file, err))
	}
	h := pack.Header
	like, err := mockLike(base, h.Services, h.Policy, mock...)
	if err != nil {
		return 0, cli.Usage(fmt.Errorf("%s: %w", file, err))
	}
	beside := filepath.Join(out, "mock")
	if _, err := runJob(ctx, f, job{like}, beside); err != nil {
		return 0, err
	}
	answered, err := cli.ReadLog(beside)
	if err != nil {
		return 0, cli.Inconclusive(err)
	}
	found := pack.CompareCases(answered)
	if narrowed {
		found.Gone = nil // the other cases of the pack were not selected
	}
	reference := pack.Events()
	if narrowed {
		reference = pack.OnlyPlanned(answered).Events()
	}
	code, err := compareLogs(f.Streams, reference, answered, out, texts)
	if err != nil {
		return 0, err
	}
	if err := found.Print(f.Streams.Out, file); err != nil {
		return 0, err
	}
	if !found.IsEnough() && code == cli.ExitOK {
		code = cli.ExitInconclusive
	}
	return code, nil
}

// leavesOut tells whether the flags leave cases out.
func leavesOut(s plan.Selection) bool {
	return len(s.Specs)+len(s.Only)+len(s.Exclude) > 0 || s.Tags != "" || s.Microversions != (plan.Range{}) ||
		s.Suite != plan.Full || s.Budget != (plan.Budget{})
}

// narrowSelection is the selection of a pack, narrowed by the flags. The sweep and disruptive scenarios are left out
// if they were not recorded.
func narrowSelection(recorded eventlog.Selection, asked plan.Selection) (plan.Selection, error) {
	s := selectionFrom(recorded)
	if len(asked.Only) > 0 && len(s.Only) > 0 || asked.Tags != "" && s.Tags != "" {
		return s, errors.New("the pack was recorded with --only or --tags itself: leave them out, or use --spec and --exclude")
	}
	if len(asked.Only) > 0 {
		s.Only = asked.Only
	}
	if asked.Tags != "" {
		s.Tags = asked.Tags
	}
	if len(asked.Specs) > 0 {
		specs := asked.Specs
		if len(s.Specs) > 0 {
			specs = slices.DeleteFunc(slices.Clone(specs), func(spec string) bool { return !slices.Contains(s.Specs, spec) })
		}
		if len(specs) == 0 {
			return s, fmt.Errorf("the pack has none of the specifications %v: it was recorded with %v", asked.Specs, s.Specs)
		}
		s.Specs = specs
	}
	s.Exclude = slices.Concat(s.Exclude, asked.Exclude)
	s.Sweep = s.Sweep && asked.Sweep
	return s, nil
}
