// Creates a server, shows it, lists it and deletes it, at three microversions, through types that are generated from the documents.
import assert from "node:assert/strict";
import createClient, { type Middleware } from "openapi-fetch";
import type { paths as V2_1 } from "./compute-2.1.js";
import type { paths as V2_54 } from "./compute-2.54.js";
import type { paths as Newest } from "./compute-newest.js";

function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const baseUrl = env("COMPUTE_URL");

// headers sends the token and the microversion with each request.
function headers(microversion: string): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set("X-Auth-Token", env("TOKEN"));
      request.headers.set("OpenStack-API-Version", `compute ${microversion}`);
      return request;
    },
  };
}

const image = env("IMAGE");
const flavor = env("FLAVOR");

async function oldest(): Promise<void> {
  const client = createClient<V2_1>({ baseUrl });
  client.use(headers("2.1"));
  const made = await client.POST("/servers", { body: { server: { name: "ts-2.1", imageRef: image, flavorRef: flavor } } });
  assert.equal(made.response.status, 202, JSON.stringify(made.error));
  const server_id = made.data!.server!.id;
  const shown = await client.GET("/servers/{server_id}", { params: { path: { server_id } } });
  assert.equal(shown.data!.server.name, "ts-2.1");
  const listed = await client.GET("/servers");
  assert.ok(listed.data!.servers.some((s) => s.id === server_id));
  const gone = await client.DELETE("/servers/{server_id}", { params: { path: { server_id } } });
  assert.equal(gone.response.status, 204);
}

async function keyed(): Promise<void> {
  const client = createClient<V2_54>({ baseUrl });
  client.use(headers("2.54"));
  const made = await client.POST("/servers", {
    body: { server: { name: "ts-2.54", description: "by a generated client", imageRef: image, flavorRef: flavor, networks: "none" } },
  });
  assert.equal(made.response.status, 202, JSON.stringify(made.error));
  const server_id = made.data!.server!.id;
  const shown = await client.GET("/servers/{server_id}", { params: { path: { server_id } } });
  assert.equal(shown.data!.server.description, "by a generated client");
  const gone = await client.DELETE("/servers/{server_id}", { params: { path: { server_id } } });
  assert.equal(gone.response.status, 204);
}

async function newest(): Promise<void> {
  const client = createClient<Newest>({ baseUrl });
  client.use(headers(env("NEWEST")));
  const made = await client.POST("/servers", {
    body: { server: { name: "ts-newest", hostname: "ts", imageRef: image, flavorRef: flavor, networks: "none" } },
  });
  assert.equal(made.response.status, 202, JSON.stringify(made.error));
  const server_id = made.data!.server!.id;
  const refused = await client.GET("/servers/{server_id}", { params: { path: { server_id: "nobody" } } });
  assert.equal(refused.response.status, 404);
  const gone = await client.DELETE("/servers/{server_id}", { params: { path: { server_id } } });
  assert.equal(gone.response.status, 204);
}

await oldest();
await keyed();
await newest();
console.log("typescript: 2.1, 2.54 and the newest: a server was created, shown and deleted");
