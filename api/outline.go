package api

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// An outline is a view cut into items that are compared from one edition of it
// to the next, so that a page which has an earlier edition is told only what
// changed. Items lie in lists, and may have a list themselves.

// list is a list of a view, under a name of the object around it.
type list struct {
	name  string
	items []item
	// order is the number of the edition in which items last came, went or changed
	// places, latest that in which anything in the list changed.
	order, latest int
}

// item is an object in a list.
type item struct {
	key string
	// head is the object as JSON without the list in it.
	head []byte
	list *list
	// source, if there, is all that the head was made of: an equal one makes an
	// equal head.
	source any
	// changed is the number of the edition in which the head last changed.
	changed int
}

func (i *item) latest() int {
	if i.list == nil {
		return i.changed
	}
	return max(i.changed, i.list.latest)
}

// add makes an item of an object.
func (l *list) add(key string, object any, inner *list) error {
	head, err := json.Marshal(object)
	if err != nil {
		return err
	}
	l.items = append(l.items, item{key: key, head: head, list: inner})
	return nil
}

// at is the item with the key in the list of an earlier edition, nil for none.
// Most items stay where they are.
func (l *list) at(index int, key string) *item {
	switch {
	case l == nil:
		return nil
	case index < len(l.items) && l.items[index].key == key:
		return &l.items[index]
	}
	for i := range l.items {
		if l.items[i].key == key {
			return &l.items[i]
		}
	}
	return nil
}

// dated finds what changed since an earlier edition, nil for none, and gives it
// the number of this one.
func (l *list) dated(before *list, number int) {
	if before == nil {
		before = &list{}
	}
	same := before.order > 0 && sameKeys(before.items, l.items)
	l.order = number
	known := map[string]*item{}
	if same {
		l.order = before.order
	} else {
		for i := range before.items {
			known[before.items[i].key] = &before.items[i]
		}
	}
	l.latest = l.order
	for i := range l.items {
		now := &l.items[i]
		old := known[now.key]
		if same {
			old = &before.items[i]
		}
		now.dated(old, number)
		l.latest = max(l.latest, now.latest())
	}
}

// dated is for an item what it is for a list.
func (i *item) dated(before *item, number int) {
	if before == nil {
		before = &item{}
	}
	i.changed = number
	if bytes.Equal(before.head, i.head) {
		i.changed = before.changed
	}
	if i.list != nil {
		i.list.dated(before.list, number)
	}
}

func sameKeys(a, b []item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].key != b[i].key {
			return false
		}
	}
	return true
}

// write writes the list as a member of the object around it: what is later than
// an edition, and, where that is not all, the order of the whole list if it is
// later too. Since 0 is all.
func (l *list) write(out *bytes.Buffer, since int) {
	out.WriteString(strconv.Quote(l.name))
	out.WriteString(":[")
	first := true
	for i := range l.items {
		if l.items[i].latest() <= since {
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		l.items[i].write(out, since)
	}
	out.WriteByte(']')
	if since == 0 || l.order <= since {
		return
	}
	out.WriteString(`,` + strconv.Quote(l.name+"_order") + `:[`)
	for i := range l.items {
		if i > 0 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(l.items[i].key) // a text always has one
		out.Write(key)
	}
	out.WriteByte(']')
}

func (i *item) write(out *bytes.Buffer, since int) {
	if i.list == nil {
		out.Write(i.head)
		return
	}
	out.Write(i.head[:len(i.head)-1])
	if len(i.head) > 2 {
		out.WriteByte(',')
	}
	i.list.write(out, since)
	out.WriteByte('}')
}
