import { seasonHash, type SeasonFile } from './season.ts'
import {
  checkPrices,
  checkRound,
  type Check,
  type EndedRound,
  type PublishedPrice,
  type PublishedSeason,
} from './verify.ts'

/** A step of a check: a sentence about what was compared, and whether it is right. */
export type Step = { readonly ok: boolean; readonly text: string }

/** The result of a check of files. `title` names the round. If the files are not enough, `steps` is empty and `missing` is the reason. */
export type FilesChecked = { readonly title: string; readonly steps: readonly Step[]; readonly missing?: string }

const sentences: Readonly<Record<Check['what'], string>> = {
  season: 'The tables are those that were frozen before the season',
  id: 'The id of the round has the public salt, which nobody knew when the season was frozen',
  tables: 'The tables have the hash that was published with the round',
  weights: 'Every table of chances adds up to exactly 2^32',
  link: 'The link of the round belongs to the chain whose tip was published before the season',
  seed: 'The seed is made of the link and the id of the round',
  commitment: 'The seed is the one that was sealed before betting opened',
  score: 'The scores and goals are what the seed draws from the tables',
  price: 'The prices are what the tables give',
}
const order = Object.keys(sentences) as Check['what'][]

/**
 * Checks a round from the texts of JSON files, in any order and without a network: the response of GET rounds/:round_id, and optionally
 * those of GET seasons/:season_id (or the season's file) and POST matches.
 */
export function checkFiles(texts: readonly string[]): FilesChecked {
  const files = texts.map(read)
  const round = files.flatMap((file) => file.round ?? [])[0]
  const season = files.flatMap((file) => file.season ?? [])[0]
  if (!round) return { title: '', steps: [], missing: 'None of the files is a round' }
  const title = `Round ${round.round_number}, ${round.round_id}`
  if (round.link === undefined || round.seed === undefined)
    return { title, steps: [], missing: 'This round has not ended yet: its seed is published after the play-out' }
  const prices = files.flatMap((file) => file.prices ?? [])
  const checks = [...checkRound(round, season), ...(isPriced(round) ? checkPrices(round, prices) : [])]
  return {
    title,
    steps: order.flatMap((what) =>
      stepOf(
        what,
        checks.filter((one) => one.what === what),
      ),
    ),
  }
}

type Priced = EndedRound & Pick<SeasonFile, 'returns' | 'ladder'>
const isPriced = (round: EndedRound): round is Priced => round.returns !== undefined && round.ladder !== undefined

function stepOf(what: Check['what'], checks: readonly Check[]): Step[] {
  if (checks.length === 0) return []
  const wrong = checks.filter(({ ok }) => !ok)
  const count = checks.length > 1 ? ` (${checks.length} compared)` : ''
  if (wrong.length === 0) return [{ ok: true, text: `${sentences[what]}${count}` }]
  const facts = wrong.map(({ match_id, published, computed }) => {
    return `${match_id === undefined ? '' : `match ${match_id}: `}published ${published}, computed ${computed}`
  })
  return [{ ok: false, text: `WRONG: ${sentences[what]}${count}; ${facts.slice(0, 5).join('; ')}` }]
}

type Read = { round?: EndedRound; season?: PublishedSeason; prices?: PublishedPrice[] }

type Answer = Partial<{
  data: unknown
  season_hash: string
  chain_tip: string
  salt: string
  round_id: string
  rounds: unknown
}>
type Offered = {
  match_id: string
  odds: { sub_type_id: string; odds: { odd_key: string; odd_value: string | null }[] }[]
}

function read(text: string): Read {
  const answer = JSON.parse(text) as Answer
  if (Array.isArray(answer.data)) return { prices: (answer.data as Offered[]).flatMap(pricesOf) }
  if (answer.season_hash !== undefined) {
    const { season_hash, chain_tip, salt } = answer
    const file = JSON.stringify(answer.data)
    return { season: { text: file, season_hash, ...(chain_tip && { chain_tip }), ...(salt && { salt }) } }
  }
  if (answer.rounds !== undefined) return { season: { text, season_hash: seasonHash(text) } }
  return { round: (answer.data ?? answer) as EndedRound }
}

const pricesOf = ({ match_id, odds }: Offered): PublishedPrice[] =>
  odds.flatMap(({ sub_type_id: market_id, odds: outcomes }) =>
    outcomes.map(({ odd_key, odd_value }) => ({ match_id, market_id, odd_key, odd_value })),
  )
