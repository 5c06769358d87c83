// A small client of OpenStack with fetch: logs in, and gives a server another key pair (compute 2.54).

export class Cloud {
  static async login(authURL, { username, password, project, region = 'RegionOne' }) {
    const domain = { id: 'default' }
    const answer = await fetch(`${authURL}/auth/tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        auth: {
          identity: { methods: ['password'], password: { user: { name: username, password, domain } } },
          scope: { project: { name: project, domain } },
        },
      }),
    })
    if (!answer.ok) throw new Error(`log in: ${answer.status}`)
    const { token } = await answer.json()
    return new Cloud(answer.headers.get('X-Subject-Token'), token.catalog, region)
  }

  constructor(token, catalog, region) {
    Object.assign(this, { token, catalog, region })
  }

  endpoint(type) {
    const service = this.catalog.find((s) => s.type === type)
    return service.endpoints.find((e) => e.interface === 'public' && e.region === this.region).url
  }

  async compute(method, path, body, at = '2.54') {
    const answer = await fetch(this.endpoint('compute') + path, {
      method,
      headers: {
        'X-Auth-Token': this.token,
        'OpenStack-API-Version': `compute ${at}`,
        'User-Agent': 'rotate/1',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${text}`), { status: answer.status })
    return text ? JSON.parse(text) : null
  }
}

export async function rotateKey(cloud, serverID, key) {
  const { server } = await cloud.compute('GET', `/servers/${serverID}`)
  const rebuilt = await cloud.compute('POST', `/servers/${serverID}/action`, {
    rebuild: { imageRef: server.image.id, key_name: key },
  })
  return rebuilt.server.key_name
}
