// Tests rotate.js against the mock cloud: node --test (Node 20, no packages). PLUMBLINE names the program where it is not on the PATH.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { Cloud, rotateKey } from './rotate.js'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f example'
let mock, url, cloud, server

async function control(method, path, body) {
  const answer = await fetch(`${url}/_plumbline${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}

before(async () => {
  mock = spawn(process.env.PLUMBLINE ?? 'plumbline', ['mock', '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [ready] = await once(mock.stdout, 'data')
  url = /ready: (\S+)/.exec(ready)[1]
})

after(async () => {
  mock.kill()
  await once(mock, 'exit')
})

beforeEach(async () => {
  await control('POST', '/reset')
  cloud = await Cloud.login(`${url}/identity/v3`, { username: 'member', password: 'secret', project: 'demo' })
  for (const name of ['old', 'new']) {
    await cloud.compute('POST', '/os-keypairs', { keypair: { name, public_key: publicKey } })
  }
  const { images } = await (await fetch(`${url}/image/v2/images?name=cirros-a`, { headers: { 'X-Auth-Token': cloud.token } })).json()
  const made = await cloud.compute('POST', '/servers', {
    server: { name: 'vm', imageRef: images[0].id, flavorRef: '1', networks: 'none', key_name: 'old' },
  })
  server = made.server.id
})

test('the key is rotated', async () => {
  assert.equal(await rotateKey(cloud, server, 'new'), 'new')
})

test('a failure of the cloud is an error', async () => {
  await control('POST', '/faults', { operation: 'servers.rebuild', status: 409, message: 'Busy.', times: 1 })
  await assert.rejects(rotateKey(cloud, server, 'new'), { status: 409 })
})
