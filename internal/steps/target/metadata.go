package target

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// MetadataAccess gives access to guests' metadata: the metadata API's own URL and the secret that it shares with Neutron's
// proxy. Empty: not given.
type MetadataAccess struct{ URL, Secret string }

// noServer is an instance id that no cloud has.
const noServer = "00000000-0000-4000-8000-000000000000"

// ProbeMetadata requests the metadata of a server that does not exist: 404 means that the secret is right, 403 that it is wrong.
func ProbeMetadata(ctx context.Context, t *Target) error {
	if t.Metadata.URL == "" {
		t.Found(Metadata, false, "what a guest sees is not readable from here: give --metadata-url and --metadata-secret")
		return nil
	}
	status, _, err := t.GuestMetadata(ctx, "", noServer, noServer)
	if err != nil {
		t.Found(Metadata, false, fmt.Sprintf("the metadata API at %s does not answer: %v", t.Metadata.URL, session.Root(err)))
		return nil
	}
	t.Found(Metadata, status == http.StatusNotFound,
		fmt.Sprintf("the metadata API at %s answers %d for an unknown server (404 expected)", t.Metadata.URL, status))
	return nil
}

// GuestMetadata reads openstack/latest/meta_data.json of a server as Neutron's proxy would. The document is nil
// when the status is not 200.
func (t *Target) GuestMetadata(ctx context.Context, inCase, server, project string) (int, map[string]any, error) {
	ctx = wire.WithNote(ctx, wire.Note{Case: inCase, Role: "observe", Service: "metadata"})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(t.Metadata.URL, "/")+"/openstack/latest/meta_data.json", nil)
	if err != nil {
		return 0, nil, err
	}
	mac := hmac.New(sha256.New, []byte(t.Metadata.Secret))
	mac.Write([]byte(server))
	req.Header.Set("X-Instance-ID", server)
	req.Header.Set("X-Tenant-ID", project)
	req.Header.Set("X-Instance-ID-Signature", hex.EncodeToString(mac.Sum(nil)))
	resp, err := t.Main.Client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp.StatusCode, nil, err
	}
	var doc map[string]any
	if err := json.Unmarshal(body, &doc); err != nil {
		return resp.StatusCode, nil, fmt.Errorf("metadata of %s: %w", server, err)
	}
	return resp.StatusCode, doc, nil
}
