import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ PUBLIC_URL: 'http://try.example:8080' })
})
afterAll(() => nare.close())

/** The status of a call of the sandbox with these headers. */
async function status(headers: Record<string, string>, payload: object | string = { advance_s: 0 }): Promise<number> {
  const reply = await nare.app.app.inject({ method: 'POST', url: '/sandbox/clock', headers, payload })
  return reply.statusCode
}

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'try.example:8080'])(
  'the sandbox answers at host %s',
  async (host) => {
    expect(await status({ host })).toBe(200)
    expect(await status({ host, origin: `http://${host}` })).toBe(200)
  },
)

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', 'try.example'])(
  'the sandbox refuses the host "%s"',
  async (host) => {
    expect(await status({ host })).toBe(403)
  },
)

test.each(['http://evil.example', 'null', 'http://localhost:9999', 'file://'])(
  'a page of %s cannot call the sandbox',
  async (origin) => {
    expect(await status({ host: 'localhost:3000', origin })).toBe(403)
  },
)

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
  'the sandbox accepts no body of type %s',
  async (type) => {
    expect(await status({ host: 'localhost', 'content-type': type }, '{"advance_s":0}')).toBe(400)
  },
)

test('a body without a type is refused too, and a request without a body is accepted', async () => {
  const withoutType = { method: 'POST', url: '/sandbox/quiet', headers: { host: 'localhost' } } as const
  const bytes = Buffer.from('{}')
  expect((await nare.app.app.inject({ ...withoutType, payload: bytes })).statusCode).toBe(400)
  expect((await nare.app.app.inject(withoutType)).statusCode).toBe(200)
})

test('calls outside the sandbox are answered at any host', async () => {
  const reply = await nare.app.app.inject({ url: '/v1/sports', headers: { host: 'evil.example', origin: 'null' } })
  expect(reply.statusCode).toBe(200)
})
