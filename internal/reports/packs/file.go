package packs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"plumbline/internal/openapi/intake"
)

// Suffix ends the name of a pack's file.
const Suffix = ".pack.ndjson.gz"

// mostLine and mostPack bound what a reader accepts (bytes, uncompressed): packs may come from strangers.
const (
	mostLine = 16 << 20
	mostPack = 512 << 20
)

// Write writes a pack: the same pack gives the same bytes.
func Write(w io.Writer, p *Pack) error {
	var lines bytes.Buffer
	for i := range p.Cases {
		if err := line(&lines, &p.Cases[i]); err != nil {
			return fmt.Errorf("write pack: %w", err)
		}
	}
	header := p.Header
	header.Lines = digest(lines.Bytes())
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression) // without name and time, so that equal packs give equal bytes
	if err != nil {
		return fmt.Errorf("write pack: %w", err)
	}
	if err := line(z, &header); err != nil {
		return fmt.Errorf("write pack: %w", err)
	}
	if _, err := z.Write(lines.Bytes()); err != nil {
		return fmt.Errorf("write pack: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write pack: %w", err)
	}
	return nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func line(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Read reads a pack strictly: another format, an unknown key, or a digest or count that does not match is an error that wraps ErrPack.
func Read(r io.Reader) (*Pack, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%w: it is not compressed with gzip: %w", ErrPack, err)
	}
	limited := intake.Bounded(z, "the pack without compression", mostPack)
	in := bufio.NewReaderSize(limited, 1<<16)
	first, err := in.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%w: it has no header: %w", ErrPack, err)
	}
	p := &Pack{}
	// First only the format is decoded: later formats may have other keys.
	if err := json.Unmarshal(first, &struct {
		Format *string `json:"format"`
	}{&p.Header.Format}); err != nil {
		return nil, fmt.Errorf("%w: line 1: %w", ErrPack, err)
	}
	if p.Header.Format == Format {
		if err := decodeStrictly(first, &p.Header); err != nil {
			return nil, fmt.Errorf("%w: line 1: %w", ErrPack, err)
		}
	}
	if err := p.Header.check(); err != nil {
		return nil, err
	}
	sum := sha256.New()
	lines := bufio.NewScanner(io.TeeReader(in, sum))
	lines.Buffer(make([]byte, 1<<16), mostLine)
	for lines.Scan() {
		var c Case
		if err := decodeStrictly(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrPack, len(p.Cases)+2, err)
		}
		p.Cases = append(p.Cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: line %d: %w", ErrPack, len(p.Cases)+2, err)
	}
	return p, p.checkDigest(hex.EncodeToString(sum.Sum(nil)))
}

func (p *Pack) checkDigest(lines string) error {
	said := p.Header
	if said.Lines != lines {
		return fmt.Errorf("%w: its lines are not those that its header was written for: it was changed or cut off", ErrPack)
	}
	p.count()
	if p.Header.Ran != said.Ran || p.Header.Gated != said.Gated || p.Header.Exchanges != said.Exchanges {
		return fmt.Errorf("%w: the header counts %d cases, %d gated and %d exchanges; there are %d, %d and %d", ErrPack,
			said.Ran, said.Gated, said.Exchanges, p.Header.Ran, p.Header.Gated, p.Header.Exchanges)
	}
	return nil
}

func decodeStrictly(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// ReadFile reads the pack in a file.
func ReadFile(path string) (*Pack, error) {
	file, err := intake.Open(path, mostPack)
	if err != nil {
		return nil, fmt.Errorf("read pack: %w", err)
	}
	defer file.Close()
	p, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// NameOf is the name of a pack by its file: "zed" for packs/zed.pack.ndjson.gz.
func NameOf(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}
