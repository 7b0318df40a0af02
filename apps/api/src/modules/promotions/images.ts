import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { promotionKinds, type PromotionKind } from '@nare/contract/promotions'
import { refused } from '@nare/contract/outcome'
import { answerRefusal } from '#platform/http'
import type { Log } from '#platform/log'

const bytesMax = 6 * 1024
const yearS = 31_536_000
const folderPath = '/v1/promotions/images/'

/**
 * The default images of promotions: `promotions/<kind>.svg` of the content folder, read once. An image of more than 6 KB is logged and not
 * served. The address of an image changes with its content.
 */
export async function openImages({ folder, log }: { folder: string; log: Log }) {
  const images = new Map<string, Buffer>()
  const addresses = new Map<PromotionKind, string>()
  for (const kind of promotionKinds) {
    const bytes = await readFile(join(folder, 'promotions', `${kind}.svg`)).catch(() => undefined)
    if (!bytes || bytes.length > bytesMax) {
      log.error({ kind }, 'the default image of a kind of promotion is missing or larger than 6 KB')
      continue
    }
    const name = `${kind}.${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.svg`
    images.set(name, bytes)
    addresses.set(kind, `${folderPath}${name}`)
  }
  return {
    address: (kind: PromotionKind): string => addresses.get(kind) ?? `${folderPath}${kind}.svg`,

    serve(app: FastifyInstance): void {
      const options = { config: { rateLimit: false as const } }
      app.get<{ Params: { file: string } }>(`${folderPath}:file`, options, async ({ params }, reply) => {
        const bytes = images.get(params.file)
        if (!bytes) return answerRefusal(reply, refused('not_found'))
        reply.headers({
          'cache-control': `public, max-age=${yearS}, immutable`,
          // An image that is opened directly runs no scripts.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        })
        return reply.type('image/svg+xml; charset=utf-8').send(bytes)
      })
    },
  }
}
