package eventlog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Shard is one part of a plan that several runs share: part Index (from 1) of Count, or the part with the exclusive cases,
// which runs after the others.
type Shard struct {
	Index int  `json:"index,omitempty"`
	Count int  `json:"count"`
	Alone bool `json:"alone,omitempty"`
}

// String is "2/3" or "alone/3"; "" for no shard at all.
func (s *Shard) String() string {
	switch {
	case s == nil:
		return ""
	case s.Alone:
		return fmt.Sprintf("alone/%d", s.Count)
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// MaxShards bounds the number of parts of a plan.
const MaxShards = 1000

// ParseShard is the inverse of String; "" is no shard (nil).
func ParseShard(text string) (*Shard, error) {
	if text == "" {
		return nil, nil
	}
	index, of, _ := strings.Cut(text, "/")
	count, err := strconv.Atoi(of)
	if err == nil && count >= 1 && count <= MaxShards {
		if index == "alone" {
			return &Shard{Count: count, Alone: true}, nil
		}
		if i, err := strconv.Atoi(index); err == nil && i >= 1 && i <= count {
			return &Shard{Index: i, Count: count}, nil
		}
	}
	return nil, fmt.Errorf("shard %q: want I/N with 1 ≤ I ≤ N ≤ %d, or alone/N", text, MaxShards)
}

// MergedLog identifies one of the logs that a merged log was made from.
type MergedLog struct {
	Shard Shard  `json:"shard"`
	RunID string `json:"run_id"`
	// Head is the digest of its last line, Events the number of its lines.
	Head   string `json:"head"`
	Events int    `json:"events"`
}

// PlanDigest is the SHA-256, in hexadecimal, over the ids of cases in order, one per line.
func PlanDigest(cases []string) string {
	sum := sha256.New()
	for _, id := range cases {
		_, _ = io.WriteString(sum, id+"\n") // a hash never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}
