import type { FastifyInstance } from 'fastify'

// oxlint-disable-next-line typescript/no-explicit-any -- a body is read by the test that knows its shape
export type Answered = { status: number; body: any }

/** The base URL of a test's platform. */
export function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the test platform is not listening')
  return `http://127.0.0.1:${address.port}`
}

/** Makes a call as a client with this session. */
export async function inject(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { body?: object; token: string },
): Promise<Answered> {
  const reply = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
