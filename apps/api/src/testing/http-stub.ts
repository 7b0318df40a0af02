import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on this machine that stands for another service. `close` ends its connections. */
export async function openHttpStub(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type HttpStub = Awaited<ReturnType<typeof openHttpStub>>

/** iSports: its replies by path. A path without one has an empty list. */
export const openIsportsStub = (replies: Readonly<Record<string, unknown>>): Promise<HttpStub> =>
  openHttpStub((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname.replace('/sport/football/', '')
    response.end(JSON.stringify({ code: 0, message: 'success', data: replies[path] ?? [] }))
  })
