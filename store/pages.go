package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
)

// bbolt trusts its file: a page that was cut off or altered ends the process
// while it opens (a goroutine of its own panics, or the mapped memory is not
// there), and nothing can recover from that. So the tree is walked here first,
// by reading the file, with every bound checked.

// The layout of bbolt's file, version 2, in the byte order of the machine.
const (
	pageHeaderSize  = 16
	pageElementSize = 16
	bucketSize      = 16
	metaSize        = 64

	pageBranch = 0x01
	pageLeaf   = 0x02
	pageMeta   = 0x04

	elementIsBucket = 0x01

	metaMagic   = 0xED0CDAED
	metaVersion = 2
	noFreelist  = ^uint64(0)
)

var errCut = errors.New("the file is cut short")

// boltMeta is what a header page says.
type boltMeta struct {
	// labelled says that the page around it is marked as what it is.
	labelled bool
	pageSize uint32
	root     uint64
	freelist uint64
	// pages is the number of pages in use.
	pages uint64
	tx    uint64
}

// checkPages checks the tree of pages of a bbolt file that nobody writes to.
// torn reports that one of the two header pages is not valid: a process was
// killed while writing it, or the file was damaged there and may have lost its
// last transaction.
func checkPages(path string) (torn bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	meta, torn, err := readMeta(file, info.Size())
	if err != nil {
		return false, ErrDamaged.at(path).because(err)
	}
	w := pageWalk{file: file, meta: meta}
	if err := w.whole(info.Size()); err != nil {
		return torn, ErrDamaged.at(path).because(err)
	}
	return torn, nil
}

// readMeta gives the newer of the two header pages.
func readMeta(file *os.File, size int64) (boltMeta, bool, error) {
	first, errFirst := readMetaAt(file, 0)
	pageSize := int64(first.pageSize)
	var (
		second    boltMeta
		errSecond error
	)
	if errFirst == nil {
		second, errSecond = readMetaAt(file, pageSize)
	} else {
		errSecond = errFirst
		for pageSize = 1024; pageSize <= 1024<<15 && pageSize < size; pageSize <<= 1 {
			if second, errSecond = readMetaAt(file, pageSize); errSecond == nil && int64(second.pageSize) == pageSize {
				break
			}
			errSecond = errFirst
		}
	}
	switch {
	case errFirst == nil && !first.labelled || errSecond == nil && !second.labelled:
		return boltMeta{}, false, errors.New("a header page is not marked as one")
	case errFirst != nil && errSecond != nil:
		return boltMeta{}, true, errFirst
	case errFirst != nil:
		return second, true, nil
	case errSecond != nil:
		return first, true, nil
	case second.pageSize != first.pageSize:
		return boltMeta{}, true, errors.New("its two headers contradict each other")
	case second.tx > first.tx:
		return second, false, nil
	}
	return first, false, nil
}

func readMetaAt(file *os.File, offset int64) (boltMeta, error) {
	b := make([]byte, pageHeaderSize+metaSize)
	if _, err := file.ReadAt(b, offset); err != nil {
		return boltMeta{}, errCut
	}
	page := binary.NativeEndian.Uint64(b)
	flags := binary.NativeEndian.Uint16(b[8:])
	b = b[pageHeaderSize:]
	if binary.NativeEndian.Uint32(b) != metaMagic {
		return boltMeta{}, errors.New("its header is not that of a data file")
	}
	if v := binary.NativeEndian.Uint32(b[4:]); v != metaVersion {
		return boltMeta{}, fmt.Errorf("its page format is %d, not %d", v, metaVersion)
	}
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	if sum.Sum64() != binary.NativeEndian.Uint64(b[metaSize-8:]) {
		return boltMeta{}, errors.New("the checksum of its header does not fit")
	}
	return boltMeta{
		labelled: flags == pageMeta && (page == 0) == (offset == 0) && page < 2,
		pageSize: binary.NativeEndian.Uint32(b[8:]),
		root:     binary.NativeEndian.Uint64(b[16:]),
		freelist: binary.NativeEndian.Uint64(b[32:]),
		pages:    binary.NativeEndian.Uint64(b[40:]),
		tx:       binary.NativeEndian.Uint64(b[48:]),
	}, nil
}

// pageWalk visits every page of the tree once.
type pageWalk struct {
	file *os.File
	meta boltMeta
	seen []bool
}

func (w *pageWalk) whole(size int64) error {
	if w.meta.pageSize < 512 || w.meta.pages > uint64(size)/uint64(w.meta.pageSize) {
		return errCut
	}
	w.seen = make([]bool, w.meta.pages)
	if w.meta.freelist != noFreelist {
		if err := w.freelist(); err != nil {
			return err
		}
	}
	return w.tree(w.meta.root)
}

// freelist checks the list of free pages that other programs leave behind;
// this one keeps none in the file.
func (w *pageWalk) freelist() error {
	page, err := w.page(w.meta.freelist)
	if err != nil {
		return err
	}
	ids := page.b[pageHeaderSize:]
	count := uint64(page.count)
	if count == 0xFFFF && len(ids) >= 8 {
		count = binary.NativeEndian.Uint64(ids)
		ids = ids[8:]
	}
	if page.flags != 0x10 || count > uint64(len(ids))/8 {
		return w.bad(w.meta.freelist, "it is no list of free pages")
	}
	for i := range count {
		id := binary.NativeEndian.Uint64(ids[8*i:])
		if id < 2 || id >= w.meta.pages || w.seen[id] {
			return w.bad(w.meta.freelist, "a free page is out of range or there twice")
		}
		w.seen[id] = true
	}
	return nil
}

// rawPage is a page with those that continue it.
type rawPage struct {
	flags uint16
	count uint16
	b     []byte
}

func (w *pageWalk) bad(id uint64, why string) error { return fmt.Errorf("page %d: %s", id, why) }

func (w *pageWalk) page(id uint64) (rawPage, error) {
	if id < 2 || id >= w.meta.pages {
		return rawPage{}, w.bad(id, "it is out of range")
	}
	size := int64(w.meta.pageSize)
	b := make([]byte, size)
	if _, err := w.file.ReadAt(b, int64(id)*size); err != nil {
		return rawPage{}, errCut
	}
	if binary.NativeEndian.Uint64(b) != id {
		return rawPage{}, w.bad(id, "it says it is another")
	}
	more := uint64(binary.NativeEndian.Uint32(b[12:]))
	if more >= w.meta.pages-id {
		return rawPage{}, w.bad(id, "it goes on beyond the end")
	}
	for i := id; i <= id+more; i++ {
		if w.seen[i] {
			return rawPage{}, w.bad(i, "it is there twice")
		}
		w.seen[i] = true
	}
	if more > 0 {
		b = make([]byte, size*int64(more+1))
		if _, err := w.file.ReadAt(b, int64(id)*size); err != nil {
			return rawPage{}, errCut
		}
	}
	return rawPage{flags: binary.NativeEndian.Uint16(b[8:]), count: binary.NativeEndian.Uint16(b[10:]), b: b}, nil
}

// tree walks the bucket whose root page is id.
func (w *pageWalk) tree(id uint64) error {
	_, err := w.subtree(id, nil, nil)
	return err
}

// subtree walks the pages under id, whose keys are at least low and below
// high; nil is no bound. It gives the last key.
func (w *pageWalk) subtree(id uint64, low, high []byte) ([]byte, error) {
	page, err := w.page(id)
	if err != nil {
		return nil, err
	}
	switch page.flags {
	case pageBranch:
		return w.branch(id, page, low, high)
	case pageLeaf:
		return w.leaf(id, page, low, high)
	}
	return nil, w.bad(id, "it is neither branch nor leaf")
}

func (w *pageWalk) branch(id uint64, page rawPage, low, high []byte) ([]byte, error) {
	if page.count == 0 {
		return nil, w.bad(id, "it is an empty branch")
	}
	type child struct {
		key []byte
		id  uint64
	}
	children := make([]child, page.count)
	for i := range children {
		element, ok := page.element(i)
		if !ok {
			return nil, w.bad(id, "an element is out of range")
		}
		key, ok := page.slice(i, uint64(binary.NativeEndian.Uint32(element)), uint64(binary.NativeEndian.Uint32(element[4:])))
		if !ok {
			return nil, w.bad(id, "a key is out of range")
		}
		children[i] = child{key: key, id: binary.NativeEndian.Uint64(element[8:])}
	}
	last := low
	for i, c := range children {
		if last != nil && bytes.Compare(c.key, last) < 0 || i > 0 && bytes.Equal(c.key, last) || high != nil && bytes.Compare(c.key, high) >= 0 {
			return nil, w.bad(id, "its keys are out of order")
		}
		bound := high
		if i+1 < len(children) {
			bound = children[i+1].key
		}
		var err error
		if last, err = w.subtree(c.id, c.key, bound); err != nil {
			return nil, err
		}
	}
	return last, nil
}

func (w *pageWalk) leaf(id uint64, page rawPage, low, high []byte) ([]byte, error) {
	last := low
	for i := range int(page.count) {
		element, ok := page.element(i)
		if !ok {
			return nil, w.bad(id, "an element is out of range")
		}
		flags := binary.NativeEndian.Uint32(element)
		pos, keySize, valueSize := uint64(binary.NativeEndian.Uint32(element[4:])), uint64(binary.NativeEndian.Uint32(element[8:])), uint64(binary.NativeEndian.Uint32(element[12:]))
		key, okKey := page.slice(i, pos, keySize)
		value, okValue := page.slice(i, pos+keySize, valueSize)
		if !okKey || !okValue || flags > elementIsBucket {
			return nil, w.bad(id, "a key or value is out of range")
		}
		if last != nil && bytes.Compare(key, last) < 0 || i > 0 && bytes.Equal(key, last) || high != nil && bytes.Compare(key, high) >= 0 {
			return nil, w.bad(id, "its keys are out of order")
		}
		last = key
		if flags == elementIsBucket {
			if err := w.bucket(id, value); err != nil {
				return nil, err
			}
		}
	}
	return last, nil
}

// bucket walks a bucket, which has pages of its own or lies within the value.
func (w *pageWalk) bucket(id uint64, value []byte) error {
	if len(value) < bucketSize {
		return w.bad(id, "a bucket is out of range")
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return w.tree(root)
	}
	inline := value[bucketSize:]
	if len(inline) < pageHeaderSize {
		return w.bad(id, "a bucket is out of range")
	}
	page := rawPage{flags: binary.NativeEndian.Uint16(inline[8:]), count: binary.NativeEndian.Uint16(inline[10:]), b: inline}
	if page.flags != pageLeaf {
		return w.bad(id, "a bucket is no leaf")
	}
	_, err := w.leaf(id, page, nil, nil)
	return err
}

func (p rawPage) element(i int) ([]byte, bool) {
	start := pageHeaderSize + i*pageElementSize
	if start+pageElementSize > len(p.b) {
		return nil, false
	}
	return p.b[start : start+pageElementSize], true
}

// slice is what lies pos bytes behind the start of element i.
func (p rawPage) slice(i int, pos, size uint64) ([]byte, bool) {
	start := uint64(pageHeaderSize+i*pageElementSize) + pos
	if end := start + size; end <= uint64(len(p.b)) {
		return p.b[start:end], true
	}
	return nil, false
}
