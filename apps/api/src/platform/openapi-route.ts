import type { FastifyInstance } from 'fastify'

/** Serves the document, which is made at the first request: few processes ever need it. */
export function serveOpenApi(app: FastifyInstance, makeDocument: () => object): void {
  let document: object | undefined
  app.get('/openapi.json', async () => (document ??= makeDocument()))
}
