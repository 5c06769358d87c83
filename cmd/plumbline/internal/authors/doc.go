// Package authors has the commands for those who write specifications: new spec, sentences and lint.
package authors
