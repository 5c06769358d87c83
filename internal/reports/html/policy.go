package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io/fs"
	"strings"
)

//go:embed page
var pageFiles embed.FS

// policy is the style and the script of the page with its content security policy: only the page's own style and script, by
// their digests, are allowed, and nothing may be loaded, framed, sent, or used as a base address.
type policy struct {
	CSS template.CSS
	JS  template.JS
	CSP string
}

func newPolicy() (policy, error) {
	css, err := joined("page/css")
	if err != nil {
		return policy{}, err
	}
	js, err := joined("page/js")
	if err != nil {
		return policy{}, err
	}
	js = "\"use strict\";\n(() => {\n" + js + "})();\n"
	return policy{
		CSS: template.CSS(css), JS: template.JS(js),
		CSP: strings.Join([]string{
			"default-src 'none'", "style-src " + digest(css), "script-src " + digest(js), "img-src data:", "base-uri 'none'", "form-action 'none'",
		}, "; "),
	}, nil
}

// joined are the files of a folder, in the order of their names, as one text.
func joined(dir string) (string, error) {
	entries, err := fs.ReadDir(pageFiles, dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, e := range entries {
		text, err := fs.ReadFile(pageFiles, dir+"/"+e.Name())
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
