import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseMoney } from '@nare/money/money'

const id = (pattern: RegExp) => z.string().regex(pattern)
const name = z.string().min(1).max(60)
const shelfName = z.string().min(1).max(40)

const zAmount = z.string().transform(cents)

const zFile = z.strictObject({
  providers: z.array(z.strictObject({ id: id(/^[a-z0-9]{2,20}$/), name: shelfName })).max(50),
  // A group of the lobby has `provider` as a key next to its categories.
  categories: z.array(z.strictObject({ id: id(/^(?!provider$)[a-z0-9-]{2,40}$/), name: shelfName })).max(50),
  games: z
    .array(
      z.strictObject({
        game_id: id(/^[a-z0-9]{2,20}:[A-Za-z0-9._-]{1,79}$/),
        name,
        category: z.string(),
        tile: id(/^[a-z0-9-]{1,60}$/),
        rtp: z
          .string()
          .regex(/^\d{1,2}\.\d{2}$/)
          .optional(),
        // In the currency of the house, or by currency: then a house with another one shows none.
        min_stake: z.union([zAmount, z.record(z.string().regex(/^[A-Z]{3}$/), zAmount)]).optional(),
        data_kb: z.int().min(1).max(1_000_000).optional(),
        demo: z.boolean().default(false),
        path: id(/^\/[a-z][a-z0-9/-]{0,99}$/).optional(),
        since: z.iso.date().optional(),
        // Other names of the category: other languages, common spellings.
        also: z.array(name).max(10).default([]),
      }),
    )
    .max(3000),
})

/** The catalogue of the operator's content folder, in the order of the lobby. */
export type CatalogueFile = ReturnType<typeof inCurrency>

function inCurrency({ games, ...lists }: z.output<typeof zFile>, currency: string) {
  const leastOf = ({ min_stake: least }: (typeof games)[number]): bigint | undefined =>
    typeof least === 'object' ? least[currency] : least
  return { ...lists, games: games.map((game) => ({ ...game, min_stake: leastOf(game) })) }
}

function cents(text: string, context: z.RefinementCtx): bigint {
  const amount = parseMoney(text)
  if (amount === undefined || amount === 0n) context.addIssue('must be an amount such as 20.00')
  return amount ?? 0n
}

/**
 * Reads `casino/games.json` of the content folder, with the least stakes in a currency. Throws if it is invalid, names a provider or category that it does not list, or
 * lists a game twice. Undefined if the folder has none.
 */
export async function readCatalogueFile(folder: string, currency: string): Promise<CatalogueFile | undefined> {
  const text = await readFile(join(folder, 'casino', 'games.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const file = inCurrency(zFile.parse(JSON.parse(text)), currency)
  const [providers, categories] = [file.providers, file.categories].map((list) => new Set(list.map((one) => one.id)))
  const seen = new Set<string>()
  for (const game of file.games) {
    if (!providers?.has(providerOf(game.game_id))) throw new Error(`${game.game_id}: its provider is not listed`)
    if (!categories?.has(game.category)) throw new Error(`${game.game_id}: the category ${game.category} is not listed`)
    if (seen.has(game.game_id)) throw new Error(`${game.game_id} is listed twice`)
    seen.add(game.game_id)
  }
  return file
}

/** The provider of a game, the part of its id before the colon. */
export const providerOf = (gameId: string): string => gameId.slice(0, Math.max(0, gameId.indexOf(':')))
