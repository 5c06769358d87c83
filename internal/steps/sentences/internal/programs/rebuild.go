package programs

import (
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// Scripts that call a library's rebuild at 2.93: the id of the server, then that of the image.
const (
	novaRebuild = novaSession +
		`nova = client.Client("2.93", session=session.Session(auth=auth, verify=verify, cert=cert or None), region_name=os.environ.get("OS_REGION_NAME"))
nova.servers.rebuild(sys.argv[1], sys.argv[2])
`
	sdkRebuild = `import os, sys
import openstack
auth = {"auth_url": os.environ["OS_AUTH_URL"], "user_id": os.environ["OS_USER_ID"],
        "password": os.environ["OS_PASSWORD"], "project_id": os.environ["OS_PROJECT_ID"]}
cloud = openstack.connect(auth=auth, load_yaml_config=False, load_envvars=False, identity_api_version="3",
    compute_default_microversion="2.93", region_name=os.environ.get("OS_REGION_NAME"),
    verify=os.environ.get("OS_INSECURE") != "true", cacert=os.environ.get("OS_CACERT"),
    cert=os.environ.get("OS_CERT"), key=os.environ.get("OS_KEY"))
cloud.compute.rebuild_server(sys.argv[1], image=sys.argv[2])
`
)

func callRebuild(w *world.World, who, library, image string) error {
	capability, script := target.NovaClient, novaRebuild
	if library == "the SDK" {
		capability, script = target.OpenStackSDK, sdkRebuild
	}
	program := w.Env().Target.Capabilities()[capability].Evidence
	return act(w, who, "rebuild", program, "-c", script, w.Noun("server", "").ID, image)
}
