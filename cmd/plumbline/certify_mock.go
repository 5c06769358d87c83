package main

import (
	"context"
	"errors"

	"plumbline/steps"
)

// embeddedJobs certify a mock inside this process.
func (f *targetFlags) embeddedJobs(base steps.Options) ([]job, error) {
	return nil, errors.New("pending")
}

// mockJobs certify a mock that listens elsewhere.
func (f *targetFlags) mockJobs(ctx context.Context, base steps.Options) ([]job, error) {
	return nil, errors.New("pending")
}
