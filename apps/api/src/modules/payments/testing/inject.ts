import type { FastifyInstance } from 'fastify'

// oxlint-disable-next-line typescript/no-explicit-any -- a body is read by the test that knows its shape
export type Answered = { status: number; body: any }

/** Where a platform of a test listens. */
export function addressOf(app: FastifyInstance): string {
  const at = app.server.address()
  if (typeof at !== 'object' || at === null) throw new Error('the platform does not listen')
  return `http://127.0.0.1:${at.port}`
}

/** A call as a client with this session makes it. */
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
