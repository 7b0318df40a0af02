import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { JsonText, sendJsonText } from './json-text.ts'

type SavedPage = {
  readonly path: string
  readonly file: URL
  /** The name under which a browser saves it. */
  readonly name: string
}

/** Serves a page that checks draws without a network, as a file to save. It is read and compressed once. */
export function serveSavedPage(app: FastifyInstance, { path, file, name }: SavedPage): void {
  let page: JsonText | undefined
  app.get(path, async (request, reply) => {
    page ??= new JsonText(await readFile(file, 'utf8'), { type: 'text/html; charset=utf-8' })
    return sendJsonText(request, reply.header('content-disposition', `attachment; filename="${name}"`), page)
  })
}
