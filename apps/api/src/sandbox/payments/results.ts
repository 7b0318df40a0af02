import { serve } from './http.ts'

/** A listener that keeps the results of queries, for checks that run without a server. */
export async function openResults(): Promise<{
  readonly url: string
  all(): Promise<readonly unknown[]>
  close(): Promise<void>
}> {
  const bodies: unknown[] = []
  const { url, close } = await serve(async ({ body }) => {
    bodies.push(body)
    return { status: 200, body: { ResultCode: 0, ResultDesc: 'Accepted' } }
  })
  return { url: `${url}/results`, all: async () => bodies, close }
}
