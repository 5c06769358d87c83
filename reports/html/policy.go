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

// policy is the style and the script of the page with the one policy under which a browser takes them: what
// is in the page runs by its digest, and nothing is loaded, framed, sent or based elsewhere.
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

// joined are the files of a folder, in the order of their names.
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
