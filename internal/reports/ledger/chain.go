package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports/attest"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/verify"
)

// chainFile lists all submissions ever made, oldest first: one line each, with the hash of the line before. Nothing is ever
// removed: a line missing in the middle breaks the chain after it.
const chainFile = "chain.txt"

// genesis is the hash of a previous line in the first line, which has none.
var genesis = strings.Repeat("0", 64)

// link is one line of the chain: number, hash of the line before, digest of the entry's entry.yaml, folder.
type link struct {
	Prev, Entry, Folder string
}

func (l link) line(n int) string { return fmt.Sprintf("%d %s %s %s", n, l.Prev, l.Entry, l.Folder) }

func (l link) hash(n int) string {
	sum := sha256.Sum256([]byte(l.line(n)))
	return hex.EncodeToString(sum[:])
}

// chain is the history of a ledger.
type chain []link

// head is the hash of the last line. If it is published, it can later prove what the ledger had then.
func (c chain) head() string {
	if len(c) == 0 {
		return genesis
	}
	return c[len(c)-1].hash(len(c))
}

// add appends a submission.
func (c chain) add(folder, digest string) chain {
	return append(c, link{Prev: c.head(), Entry: digest, Folder: folder})
}

// latest is the digest of the last submission to a folder.
func (c chain) latest(folder string) (digest string, found bool) {
	for _, l := range slices.Backward(c) {
		if l.Folder == folder {
			return l.Entry, true
		}
	}
	return "", false
}

// countSince counts the lines after the one with a hash; found tells whether there is such a line.
func (c chain) countSince(head string) (n int, found bool) {
	if head == genesis {
		return len(c), true
	}
	for i, l := range slices.Backward(c) {
		if l.hash(i+1) == head {
			return len(c) - 1 - i, true
		}
	}
	return 0, false
}

func (c chain) encode() string {
	var b strings.Builder
	for i, l := range c {
		b.WriteString(l.line(i+1) + "\n")
	}
	return b.String()
}

// parseChain reads a chain and checks its hashes.
func parseChain(data []byte) (chain, error) {
	var c chain
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if len(data) == 0 {
			break
		}
		var l link
		words := strings.Split(line, " ")
		if len(words) == 4 {
			l = link{Prev: words[1], Entry: words[2], Folder: words[3]}
		}
		if l.line(n+1) != line || !digestPattern.MatchString(l.Entry) {
			return nil, fmt.Errorf("%s: line %d is not %q", chainFile, n+1, "NUMBER HASH_OF_THE_LINE_BEFORE SHA256_OF_ENTRY.YAML FOLDER")
		}
		if want := c.head(); l.Prev != want {
			return nil, fmt.Errorf("%s: line %d does not follow the line before it, whose hash is %s: a line was removed, changed or put in",
				chainFile, n+1, want)
		}
		c = append(c, l)
	}
	if text := c.encode(); text != string(data) {
		return nil, fmt.Errorf("%s: every line ends with a line feed, and nothing follows the last one", chainFile)
	}
	return c, nil
}

func readChain(root string) (chain, error) {
	data, err := intake.ReadIn(root, chainFile, intake.Settings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the ledger has no %s; a new one begins with an empty file of that name and \"plumbline "+
			"report ledger --write\"", chainFile)
	}
	if err != nil {
		return nil, fmt.Errorf("read the chain of the ledger: %w", err)
	}
	return parseChain(data)
}

func writeChain(root string, c chain) error {
	return bundle.WriteFile(root, chainFile, func(w io.Writer) error { _, err := io.WriteString(w, c.encode()); return err })
}

// digestOf is the digest of an entry's entry.yaml, which has the digests of its log and its report.
func digestOf(root, folder string) (string, error) {
	data, err := intake.ReadIn(filepath.Join(root, filepath.FromSlash(folder)), entryFile, intake.Settings)
	if err != nil {
		return "", err
	}
	return attest.Digest(data), nil
}

// Extend appends the entries that are missing in the chain, after a merge of two concurrent submissions has kept the lines
// of only one of them. It does not append an entry that was changed.
func Extend(root string) error {
	c, err := readChain(root)
	if err != nil {
		return err
	}
	all, err := folders(root)
	if err != nil {
		return err
	}
	before := len(c)
	for _, folder := range all {
		if _, found := c.latest(folder); found {
			continue
		}
		digest, err := digestOf(root, folder)
		if err != nil {
			return fmt.Errorf("extend the chain: %w", err)
		}
		c = c.add(folder, digest)
	}
	if len(c) == before {
		return nil
	}
	return writeChain(root, c)
}

// checkChain checks that each folder of the chain has what was last submitted to it, and that each entry is in the chain.
// expect is a head that was published before, or "".
func checkChain(root string, all []string, expect string) []Finding {
	c, err := readChain(root)
	if err != nil {
		return []Finding{{State: verify.Refused, Says: err.Error()}}
	}
	var out []Finding
	for _, folder := range c.folders() {
		want, _ := c.latest(folder)
		if !slices.Contains(all, folder) {
			out = append(out, Finding{
				Folder: folder, State: verify.Refused,
				Says: chainFile + " has it, and it is gone: nothing is taken out of a ledger",
			})
			continue
		}
		got, err := digestOf(root, folder)
		switch {
		case err != nil:
			out = append(out, Finding{Folder: folder, State: verify.Refused, Says: err.Error()})
		case got != want:
			out = append(out, Finding{
				Folder: folder, State: verify.Refused,
				Says: "its " + entryFile +
					" is not the one that was submitted last; \"plumbline report submit --replace\" puts another run in its place",
			})
		}
	}
	for _, folder := range all {
		if _, found := c.latest(folder); !found {
			out = append(out, Finding{
				Folder: folder, State: verify.Refused,
				Says: chainFile + " does not have it; \"plumbline report ledger --write\" appends it",
			})
		}
	}
	if len(out) == 0 {
		out = append(out, Finding{State: verify.OK, Says: fmt.Sprintf("%s: %d submissions, head %s", chainFile, len(c), c.head())})
	}
	return append(out, c.compareHead(expect))
}

// compareHead compares the chain with a published head.
func (c chain) compareHead(head string) Finding {
	if head == "" {
		return Finding{State: verify.Stated, Says: Unseen}
	}
	n, found := c.countSince(head)
	if !found {
		return Finding{
			State: verify.Refused,
			Says:  fmt.Sprintf("%s: no line has the hash %s: what was published is not the beginning of this chain", chainFile, head),
		}
	}
	return Finding{
		State: verify.OK,
		Says:  fmt.Sprintf("%s: begins with all that led to the head %s; %d submissions since", chainFile, head, n),
	}
}

// folders lists the folders in the chain, each once, sorted.
func (c chain) folders() []string {
	var out []string
	for _, l := range c {
		out = append(out, l.Folder)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ErrHead: a text is not a hash of a line.
var ErrHead = errors.New("want the hash of a line of " + chainFile + ": 64 hexadecimal digits")

// ParseHead parses a published head.
func ParseHead(s string) (string, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s != "" && !digestPattern.MatchString(s) {
		return "", fmt.Errorf("%q: %w", s, ErrHead)
	}
	return s, nil
}
