import type { FastifyInstance } from 'fastify'
import { JsonText, sendJsonText } from './json-text.ts'

/** Serves the document, which is made at the first request: few processes ever need it. */
export function serveOpenApi(app: FastifyInstance, makeDocument: () => object): void {
  let document: JsonText | undefined
  app.get('/openapi.json', async (request, reply) =>
    sendJsonText(request, reply, (document ??= new JsonText(JSON.stringify(makeDocument())))),
  )
}
