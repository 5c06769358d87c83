package html

import (
	"bytes"
	"html/template"
)

// bodyNodes is how many elements the bodies of specifications may have in a page as it is opened. What does not fit is packed, and
// unpacked when it is opened or searched: a page of thousands of rows opens like one of ten.
const bodyNodes = 3500

// body is what stands below the head of a specification: its tables, its requirements. HTML is "" where it is packed.
type body struct {
	HTML  template.HTML
	Nodes int
}

// packBodies renders the bodies of the specifications: those that fit stay in the page, the others become blobs. It answers how many
// characters they take.
func (p *page) packBodies(t *template.Template) (used int, err error) {
	room := bodyNodes
	for i := range p.Specs {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, "body", specInPage{p, p.Specs[i]}); err != nil {
			return 0, err
		}
		nodes := countElements(b.Bytes())
		p.Specs[i].Body.Nodes = nodes
		if nodes <= room && b.Len() < restBytes/2 {
			room -= nodes
			p.Specs[i].Body.HTML = template.HTML(b.String())
			continue
		}
		packed, err := compress("spec-"+p.Specs[i].ID, b.Bytes())
		if err != nil {
			return 0, err
		}
		used += len(packed.Data)
		p.Blobs = append(p.Blobs, packed)
	}
	return used, nil
}

// countElements counts the elements of HTML that a template made.
func countElements(html []byte) int {
	return bytes.Count(html, []byte("<")) - bytes.Count(html, []byte("</"))
}
