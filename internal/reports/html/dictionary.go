package html

import (
	"strconv"
	"strings"
)

// dictionary writes texts that are much alike in few characters. A text is a template, what stays the same, with words that hold a
// digit (ids, times, versions, numbers) taken out of it. Templates and words are kept once; a text is the number of its template and,
// for each word, only what changed since the last text of that template. page/js/20-data.js reads them again.
type dictionary struct {
	templates map[string]int
	words     map[string]int
	split     map[string]*splitText
	// last are the words of the last text of each template.
	last [][]int
	// newTemplates and newWords have not been taken yet.
	newTemplates, newWords []string
}

type splitText struct {
	template int
	words    []string
}

func newDictionary() *dictionary {
	return &dictionary{templates: map[string]int{}, words: map[string]int{}, split: map[string]*splitText{}}
}

// take answers what is new since the last time.
func (d *dictionary) take() (templates, words []string) {
	templates, words = d.newTemplates, d.newWords
	d.newTemplates, d.newWords = nil, nil
	return templates, words
}

// write appends a text to out: nothing for an empty one, else its template in base 36 and, after a colon, its words, separated by
// commas: "" as in the last text of the template, "+" the next new word, else how many words ago that one was new, in base 36.
// Commas at the end are left out.
func (d *dictionary) write(out []byte, text string) []byte {
	if text == "" {
		return out
	}
	s := d.split[text]
	if s == nil {
		s = d.divide(text)
		d.split[text] = s
	}
	out = strconv.AppendInt(out, int64(s.template), 36)
	last := d.last[s.template]
	separator, commas := byte(':'), 0
	for i, w := range s.words {
		n, known := d.words[w]
		if known && n == last[i] {
			commas++
			continue
		}
		if separator == ':' {
			out = append(out, ':')
			separator = ','
		}
		for ; commas > 0; commas-- {
			out = append(out, ',')
		}
		commas = 1
		if known {
			out = strconv.AppendInt(out, int64(len(d.words)-n), 36)
		} else {
			n = len(d.words)
			d.words[w] = n
			d.newWords = append(d.newWords, w)
			out = append(out, '+')
		}
		last[i] = n
	}
	return out
}

// hole stands in a template for a word. No text has it: characters that control the display are escaped before.
const hole = '\x00'

// divide takes the words with a digit out of a text.
func (d *dictionary) divide(text string) *splitText {
	var template strings.Builder
	s := &splitText{}
	from := 0
	for i := 0; i < len(text); {
		if !wordBytes[text[i]] {
			i++
			continue
		}
		start, digit := i, false
		for ; i < len(text) && wordBytes[text[i]]; i++ {
			digit = digit || text[i] >= '0' && text[i] <= '9'
		}
		if digit {
			template.WriteString(text[from:start])
			template.WriteByte(hole)
			s.words = append(s.words, text[start:i])
			from = i
		}
	}
	template.WriteString(text[from:])
	key := template.String()
	n, known := d.templates[key]
	if !known {
		n = len(d.templates)
		d.templates[key] = n
		d.newTemplates = append(d.newTemplates, key)
		unset := make([]int, len(s.words))
		for i := range unset {
			unset[i] = -1
		}
		d.last = append(d.last, unset)
	}
	s.template = n
	return s
}

// wordBytes are the bytes of words: letters, digits, and what ids, times and versions have between them.
var wordBytes = func() (is [256]bool) {
	for _, c := range []byte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:") {
		is[c] = true
	}
	return is
}()
