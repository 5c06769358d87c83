package durable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

// A bbolt file consists of pages, of which the first two (metas) say where the rest is. bbolt trusts all of them: for a damaged one
// it panics, or reads behind the end of the file. Therefore they are checked before bbolt opens the file. The format implemented here
// is bbolt's format 2.
const (
	pageHead    = 16 // id, flags, count, overflow
	elementSize = 16
	metaSize    = 64
	magic       = 0xED0CDAED
	fileVersion = 2
	noFreelist  = ^uint64(0)
	firstData   = 2 // pages 0 and 1 are metas

	flagBranch, flagLeaf, flagMeta, flagFree = 1, 2, 4, 16
	elementIsBucket                          = 1
	deepest                                  = 64
	largestPage                              = 64 << 10
)

var native = binary.NativeEndian

// file is a bbolt file to which nothing is being written.
type file struct {
	at       io.ReaderAt
	size     int64
	pageSize uint64
	// root and free are numbers of pages; end is the number after the last page.
	root, free, end uint64
	seen            map[uint64]bool
	visit           func(path [][]byte, key, value []byte) error
}

// visitAll calls visit for everything in the file's buckets, in order, and checks all pages. An error that does not come from visit
// says what is damaged. Keys and values are valid until visit returns; visit may be nil.
func visitAll(at io.ReaderAt, size int64, visit func(path [][]byte, key, value []byte) error) error {
	f := &file{at: at, size: size, seen: map[uint64]bool{}, visit: visit}
	if err := f.readMeta(); err != nil {
		return err
	}
	if uint64(size)/f.pageSize < f.end {
		return fmt.Errorf("it was cut: it has %d bytes of %d", size, f.end*f.pageSize)
	}
	if err := f.tree(nil, f.root, nil, 0); err != nil {
		return err
	}
	return f.checkFreeList()
}

// readMeta reads the newer of the two metas that is intact: the other one is of the transaction before, or of one that was not
// completed.
func (f *file) readMeta() error {
	var newest uint64
	page := make([]byte, pageHead+metaSize)
	for _, offset := range f.metaOffsets() {
		if _, err := f.at.ReadAt(page, offset); err != nil {
			continue
		}
		m := page[pageHead:]
		sum := fnv.New64a()
		_, _ = sum.Write(m[:56])
		size, tx := uint64(native.Uint32(m[8:])), native.Uint64(m[48:])
		if native.Uint32(m) != magic || native.Uint32(m[4:]) != fileVersion || native.Uint64(m[56:]) != sum.Sum64() ||
			native.Uint16(page[8:])&flagMeta == 0 || size < 1024 || size > largestPage || f.pageSize != 0 && tx < newest {
			continue
		}
		newest = tx
		f.pageSize, f.root, f.free, f.end = size, native.Uint64(m[16:]), native.Uint64(m[32:]), native.Uint64(m[40:])
	}
	if f.pageSize == 0 {
		return errors.New("its beginning is not that of a state file")
	}
	return nil
}

// metaOffsets are the possible places of the two metas: the page size depends on the machine that made the file.
func (f *file) metaOffsets() []int64 {
	out := []int64{0}
	for size := int64(1024); size <= largestPage; size *= 2 {
		out = append(out, size)
	}
	return out
}

// page reads a whole page with its overflow.
func (f *file) page(id uint64) ([]byte, error) {
	if id < firstData || id >= f.end {
		return nil, fmt.Errorf("there is no page %d", id)
	}
	if f.seen[id] {
		return nil, fmt.Errorf("page %d is in two places", id)
	}
	head := make([]byte, pageHead)
	if _, err := f.at.ReadAt(head, int64(id*f.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	more := uint64(native.Uint32(head[12:]))
	if native.Uint64(head) != id || more >= f.end-id {
		return nil, fmt.Errorf("page %d is overwritten", id)
	}
	for i := id; i <= id+more; i++ {
		if f.seen[i] {
			return nil, fmt.Errorf("page %d is in two places", i)
		}
		f.seen[i] = true
	}
	page := make([]byte, (more+1)*f.pageSize)
	if _, err := f.at.ReadAt(page, int64(id*f.pageSize)); err != nil {
		return nil, fmt.Errorf("page %d: %w", id, err)
	}
	return page, nil
}

// tree checks a page and the pages below it; first is the least key that may occur.
func (f *file) tree(path [][]byte, id uint64, first []byte, depth int) error {
	page, err := f.page(id)
	if err != nil {
		return err
	}
	if err := f.checkElements(path, page, first, depth); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

// slicePage is a part of a page.
func slicePage(page []byte, from, n uint64) ([]byte, error) {
	if from > uint64(len(page)) || n > uint64(len(page))-from {
		return nil, errors.New("something in it ends outside")
	}
	return page[from : from+n], nil
}

// checkElements checks the elements of a page; a small bucket's page is inside of a value.
func (f *file) checkElements(path [][]byte, page []byte, first []byte, depth int) error {
	flags, count := native.Uint16(page[8:]), uint64(native.Uint16(page[10:]))
	if depth > deepest || flags != flagBranch && flags != flagLeaf || flags == flagBranch && count == 0 {
		return errors.New("it is overwritten")
	}
	for i := range count {
		at := pageHead + i*elementSize
		e, err := slicePage(page, at, elementSize)
		if err != nil {
			return err
		}
		if flags == flagBranch {
			key, err := slicePage(page, at+uint64(native.Uint32(e)), uint64(native.Uint32(e[4:])))
			if err != nil {
				return err
			}
			if first, err = inOrder(key, first, i); err != nil {
				return err
			}
			if err := f.tree(path, native.Uint64(e[8:]), key, depth+1); err != nil {
				return err
			}
			continue
		}
		keySize := uint64(native.Uint32(e[8:]))
		key, err := slicePage(page, at+uint64(native.Uint32(e[4:])), keySize)
		if err != nil {
			return err
		}
		value, err := slicePage(page, at+uint64(native.Uint32(e[4:]))+keySize, uint64(native.Uint32(e[12:])))
		if err != nil {
			return err
		}
		if first, err = inOrder(key, first, i); err != nil {
			return err
		}
		if err := f.checkElement(path, native.Uint32(e), key, value, depth); err != nil {
			return err
		}
	}
	return nil
}

// inOrder checks that a key comes after the one before. The first key of a page may equal the key by which its parent refers to it.
func inOrder(key, before []byte, i uint64) ([]byte, error) {
	if c := bytes.Compare(key, before); before != nil && (c < 0 || c == 0 && i > 0) {
		return nil, errors.New("its keys are in no order")
	}
	return key, nil
}

// checkElement checks an element: a value, or a bucket.
func (f *file) checkElement(path [][]byte, flags uint32, key, value []byte, depth int) error {
	switch flags {
	case 0:
		if f.visit == nil {
			return nil
		}
		return f.visit(path, key, value)
	case elementIsBucket:
		if len(value) < 16 {
			return errors.New("a bucket has no root")
		}
		below := append(path[:len(path):len(path)], key)
		if root := native.Uint64(value); root != 0 {
			return f.tree(below, root, nil, depth+1)
		}
		if len(value) < 16+pageHead {
			return errors.New("a small bucket is not whole")
		}
		return f.checkElements(below, value[16:], nil, depth+1)
	}
	return errors.New("it is overwritten")
}

// checkFreeList checks the list of free pages: none of them may be in use.
func (f *file) checkFreeList() error {
	if f.free == noFreelist {
		return nil
	}
	page, err := f.page(f.free)
	if err != nil {
		return err
	}
	count, at := uint64(native.Uint16(page[10:])), uint64(pageHead)
	if count == 0xFFFF {
		count, at = native.Uint64(page[pageHead:]), at+8
	}
	list, err := slicePage(page, at, min(count, f.end)*8)
	if err != nil || native.Uint16(page[8:]) != flagFree || count > f.end {
		return fmt.Errorf("page %d: it is overwritten", f.free)
	}
	for ; len(list) > 0; list = list[8:] {
		if id := native.Uint64(list); id < firstData || id >= f.end || f.seen[id] {
			return fmt.Errorf("page %d: it says that page %d is free", f.free, id)
		}
	}
	return nil
}
