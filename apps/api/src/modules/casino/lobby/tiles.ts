import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { answerRefusal } from '#platform/http'
import type { Log } from '#platform/log'

const tilesMax = 3000
/** The maximum size of a tile. Tiles are drawings: the first screen of the lobby is smaller than one photograph. */
export const tileBytesMax = 6 * 1024
const yearS = 31_536_000
const hourS = 3600
const folderPath = '/v1/casino/tiles/'

/**
 * The drawings of the lobby: `casino/tiles/<name>.svg` of the content folder, read once. A file larger than 6 KB is logged and not served.
 */
export async function openTiles({ folder, log }: { folder: string; log: Log }) {
  const home = join(folder, 'casino', 'tiles')
  const names = (await readdir(home).catch(() => [])).filter((name) => /^[a-z0-9-]{1,60}\.svg$/.test(name))
  const tiles = new Map<string, { bytes: Buffer; hash: string }>()
  for (const file of names.slice(0, tilesMax)) {
    const bytes = await readFile(join(home, file))
    if (bytes.length > tileBytesMax) {
      log.error({ file, bytes: bytes.length }, 'a tile of the casino is larger than 6 KB and is not served')
      continue
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    tiles.set(file.slice(0, -'.svg'.length), { bytes, hash })
  }

  function send(reply: FastifyReply, file: string): FastifyReply {
    const [, name = '', hash] = /^([a-z0-9-]{1,60})(?:\.([0-9a-f]{12}))?\.svg$/.exec(file) ?? []
    const tile = tiles.get(name)
    if (!tile || (hash !== undefined && hash !== tile.hash)) return answerRefusal(reply, refused('not_found'))
    const cached = hash === undefined ? `public, max-age=${hourS}` : `public, max-age=${yearS}, immutable`
    // Forbids scripts if a drawing is opened directly.
    reply.headers({
      'cache-control': cached,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    return reply.type('image/svg+xml; charset=utf-8').send(tile.bytes)
  }

  return {
    /** The address of a tile, which changes with its content. The address of a missing tile returns 404. */
    address: (name: string): string => {
      const tile = tiles.get(name)
      return `${folderPath}${name}${tile ? `.${tile.hash}` : ''}.svg`
    },

    /** Serves the tiles: for a year by the address with the hash, for an hour by the name alone. */
    serve(app: FastifyInstance): void {
      const options = { config: { rateLimit: false as const } }
      app.get<{ Params: { file: string } }>(`${folderPath}:file`, options, async ({ params }, reply) =>
        send(reply, params.file),
      )
    },
  }
}
