package mockcloud_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// A client waits for what it wants: for the image that is made of a volume, not for the volume. Where work waits for reads, those count.
func TestWorkGoesOnWhateverOfItAClientWaitsFor(t *testing.T) {
	cloud, err := mockcloud.New(mockcloud.WithLifecycle(clock.AfterReads(2)))
	require.NoError(t, err)
	member, admin := login(t, cloud, "member"), login(t, cloud, "admin")
	volumes, networks := "/volume/v3", "/network/v2.0"
	const microversion = "OpenStack-API-Version"
	ask := func(token, method, path, body string, headers ...string) (int, map[string]any) {
		resp, text := call(t, cloud, method, path, token, body, headers...)
		var doc map[string]any
		_ = json.Unmarshal([]byte(text), &doc)
		require.Less(t, resp.StatusCode, 500, "%s %s: %s", method, path, text)
		if method != "GET" {
			require.Less(t, resp.StatusCode, 300, "%s %s: %s", method, path, text)
		}
		return resp.StatusCode, doc
	}
	do := func(method, path, body string, headers ...string) map[string]any {
		_, doc := ask(member, method, path, body, headers...)
		return doc
	}
	text := func(doc map[string]any, path ...string) string {
		for _, key := range path[:len(path)-1] {
			doc, _ = doc[key].(map[string]any)
		}
		out, _ := doc[path[len(path)-1]].(string)
		return out
	}
	// wait reads one resource, and nothing else, until a field has a value; "gone" waits for 404.
	wait := func(path, want string, field ...string) {
		t.Helper()
		var last map[string]any
		for range 20 {
			status, doc := ask(admin, "GET", path, "", microversion, "volume 3.20")
			if last = doc; want == "gone" && status == 404 || status == 200 && text(doc, field...) == want {
				return
			}
		}
		t.Errorf("GET %s never shows %s %s: %v", path, strings.Join(field, "."), want, last)
	}
	volume := func(more string) string {
		id := text(do("POST", volumes+"/volumes", `{"volume": {"size": 1`+more+`}}`, microversion, "volume 3.20"), "volume", "id")
		wait(volumes+"/volumes/"+id, "available", "volume", "status")
		return id
	}
	network := text(do("POST", networks+"/networks", `{"network": {}}`), "network", "id")
	do("POST", networks+"/subnets", `{"subnet": {"network_id": "`+network+`", "cidr": "192.0.2.0/24", "ip_version": 4}}`)
	server := text(do("POST", "/compute/v2.1/servers", `{"server": {"name": "s", "flavorRef": "1", "imageRef": "`+
		"00000000-0000-4000-8000-0000000000a1"+`", "networks": [{"uuid": "`+network+`"}]}}`), "server", "id")
	at := "/compute/v2.1/servers/" + server
	wait(at, "ACTIVE", "server", "status")

	for kind, body := range map[string]string{
		"createImage": `{"name": "i"}`, "createBackup": `{"name": "b", "backup_type": "daily", "rotation": 1}`,
	} {
		image := text(do("POST", at+"/action", `{"`+kind+`": `+body+`}`, microversion, "compute 2.45"), "image_id")
		wait("/image/v2/images/"+image, "active", "status")
		wait(at, "ACTIVE", "server", "status")
	}
	v := volume("")
	disk := volumes + "/volumes/" + v
	do("POST", at+"/os-volume_attachments", `{"volumeAttachment": {"volumeId": "`+v+`"}}`)
	wait(disk, "in-use", "volume", "status")
	do("DELETE", at+"/os-volume_attachments/"+v, "")
	wait(disk, "available", "volume", "status")
	uploaded := text(do("POST", disk+"/action", `{"os-volume_upload_image": {"image_name": "u"}}`), "os-volume_upload_image", "image_id")
	wait("/image/v2/images/"+uploaded, "active", "status")
	wait(disk, "available", "volume", "status")
	backup := text(do("POST", volumes+"/backups", `{"backup": {"volume_id": "`+v+`"}}`), "backup", "id")
	wait(disk, "available", "volume", "status")
	wait(volumes+"/backups/"+backup, "available", "backup", "status")
	copied := text(do("POST", volumes+"/snapshots", `{"snapshot": {"volume_id": "`+v+`"}}`), "snapshot", "id")
	wait(volumes+"/snapshots/"+copied, "available", "snapshot", "status")
	do("POST", volumes+"/backups", `{"backup": {"volume_id": "`+v+`", "snapshot_id": "`+copied+`"}}`)
	wait(volumes+"/snapshots/"+copied, "available", "snapshot", "status")
	do("POST", volumes+"/backups/"+backup+"/restore", `{"restore": {"volume_id": "`+v+`"}}`)
	wait(disk, "available", "volume", "status")

	_, ports := ask(member, "GET", networks+"/ports?device_id="+server, "")
	port := text(ports["ports"].([]any)[0].(map[string]any), "id")
	do("DELETE", at+"/os-interface/"+port, "")
	wait(networks+"/ports/"+port, "gone", "port", "id")

	image := text(do("POST", "/image/v2/images", `{"name": "n", "disk_format": "raw", "container_format": "bare"}`), "id")
	do("PUT", "/image/v2/images/"+image+"/stage", "data", "Content-Type", "application/octet-stream")
	do("POST", "/image/v2/images/"+image+"/import", `{"method": {"name": "glance-direct"}}`)
	task := text(do("GET", "/image/v2/images/"+image, ""), "os_glance_import_task")
	wait("/image/v2/tasks/"+task, "success", "status")

	groups := []string{microversion, "volume 3.20"}
	_, made := ask(admin, "POST", volumes+"/group_types", `{"group_type": {"name": "t", "group_specs": {}}}`, groups...)
	_, types := ask(admin, "GET", volumes+"/types", "")
	kind := text(types["volume_types"].([]any)[0].(map[string]any), "id")
	group := text(do("POST", volumes+"/groups", `{"group": {"group_type": "`+text(made, "group_type", "id")+`", "volume_types": ["`+kind+
		`"]}}`, groups...), "group", "id")
	wait(volumes+"/groups/"+group, "available", "group", "status")
	part := volume(`, "volume_type": "` + kind + `", "group_id": "` + group + `"`)
	shot := text(do("POST", volumes+"/group_snapshots", `{"group_snapshot": {"group_id": "`+group+`"}}`, groups...), "group_snapshot", "id")
	_, listed := ask(member, "GET", volumes+"/snapshots?volume_id="+part, "")
	snapshot := volumes + "/snapshots/" + text(listed["snapshots"].([]any)[0].(map[string]any), "id")
	wait(snapshot, "available", "snapshot", "status")
	do("DELETE", volumes+"/group_snapshots/"+shot, "", groups...)
	wait(snapshot, "gone", "snapshot", "id")
	do("POST", volumes+"/groups/"+group+"/action", `{"delete": {"delete-volumes": true}}`, groups...)
	wait(volumes+"/volumes/"+part, "gone", "volume", "id")
}
