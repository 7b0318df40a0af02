import { tipOf } from '@nare/fair/chain'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { checkRound, type CheckName, type PublishedRound } from './check.ts'
import { crashPoint } from './crash.ts'
import { gameNames } from './games.ts'
import { hundredthsText } from './hundredths.ts'

/** A step of a check: a sentence about what was compared, and whether it is right. */
export type Step = { readonly ok: boolean; readonly text: string }

/** The result of a check of files. If the files are not enough, `steps` is empty and `missing` is the reason. */
export type FilesChecked = { readonly title: string; readonly steps: readonly Step[]; readonly missing?: string }

/** A crash round as the API returns it. */
export type PublishedCrash = {
  readonly round_id: string
  readonly chain_id: string
  readonly game_no: number
  readonly hash: string
  readonly crash_point: string
}
export type PublishedChain = {
  readonly chain_id: string
  readonly tip: string
  readonly salt: string
  readonly return_percent: string
}

const roundsMax = 200

/**
 * Checks rounds from the texts of JSON files, in any order and without a network. A file is a saved response of the API: rounds of the own
 * games, crash rounds, a crash chain, or a change of seeds, whose server seed checks rounds that were saved before it.
 */
export function checkFiles(texts: readonly string[]): FilesChecked {
  const files = texts.map((text) => contentsOf(JSON.parse(text)))
  const seeds = new Map(files.flatMap(({ seeds }) => seeds))
  const chains = files.flatMap(({ chains }) => chains)
  const rounds = files.flatMap(({ rounds }) => rounds).slice(0, roundsMax)
  const flights = files.flatMap(({ flights }) => flights).slice(0, roundsMax)
  const [first] = [...rounds, ...flights]
  if (!first) return { title: '', steps: [], missing: 'None of the files is a round' }
  const all = rounds.length + flights.length
  const title = all === 1 ? `Round ${first.round_id}` : `${all} rounds`
  const unknown = rounds.filter(({ fairness }) => !seedOf(fairness, seeds))
  if (unknown.length > 0)
    return { title, steps: [], missing: 'The server seed is not published yet: change your seeds, then save the round' }
  const chainOf = ({ chain_id }: PublishedCrash) => chains.find((chain) => chain.chain_id === chain_id)
  if (!flights.every(chainOf)) return { title, steps: [], missing: 'Choose the file of the chain as well' }
  const prefixed = (id: string, steps: readonly Step[]) =>
    all === 1 ? steps : steps.map(({ ok, text }) => ({ ok, text: `${id}: ${text}` }))
  return {
    title,
    steps: [
      ...rounds.flatMap((round) => prefixed(round.round_id, roundSteps(round, seedOf(round.fairness, seeds) ?? ''))),
      ...flights.flatMap((flight) => {
        const chain = chainOf(flight)
        return chain ? prefixed(flight.round_id, checkFlight(flight, chain)) : []
      }),
    ],
  }
}

const sentences: Readonly<Record<CheckName, string>> = {
  hash: 'The server seed has the hash that was shown before the round',
  result: 'The result is what the seeds draw',
  stakes: 'The stakes are those of the moves',
  multiplier: 'The multiplier is that of the result',
  payout: 'The payout is the stake by the multiplier',
  stake_back: 'The round was left open, and its stake went back',
}

/** The steps of the check of a round of an own game. */
export function roundSteps(round: PublishedRound, serverSeed: string): Step[] {
  const { checks, refused } = checkRound(round, serverSeed)
  const steps = checks.map(({ name, published, computed }) => step(sentences[name], published, computed))
  return refused === undefined
    ? steps
    : [...steps, { ok: false, text: `WRONG: the game refuses this round: ${refused}` }]
}

/** Recomputes a crash point, and follows its chain to the tip that was published before the first round. */
function checkFlight({ game_no, hash, crash_point }: PublishedCrash, chain: PublishedChain): Step[] {
  const bytes = fromHex(hash)
  const point = crashPoint({ salt: chain.salt, hash: bytes, returnPercent: Math.trunc(Number(chain.return_percent)) })
  return [
    step(`The hash belongs to the chain: ${game_no} times SHA-256 is its tip`, chain.tip, toHex(tipOf(bytes, game_no))),
    { ok: true, text: `The seal shown before the crash was ${toHex(sha256(bytes))}` },
    step('The crash point is what the hash and the public salt give', crash_point, hundredthsText(point)),
  ]
}

function step(text: string, published: string, computed: string): Step {
  if (published === computed) return { ok: true, text }
  return { ok: false, text: `WRONG: ${text}; published ${published}, computed ${computed}` }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Seed = readonly [hash: string, seed: string]
type FileContents = { rounds: PublishedRound[]; flights: PublishedCrash[]; chains: PublishedChain[]; seeds: Seed[] }

const seedOf = ({ server_seed, server_seed_hash }: PublishedRound['fairness'], seeds: ReadonlyMap<string, string>) =>
  server_seed ?? seeds.get(server_seed_hash)

/** The contents of a file, recognised by their fields. Any other file is empty. */
function contentsOf(file: unknown): FileContents {
  const rows = [file, ...(isRecord(file) ? [file['data'], file['round']].flat() : [])].filter(isRecord)
  const isRound = (row: Record<string, unknown>) =>
    gameNames.some((name) => name === row['game']) && isRecord(row['fairness']) && Array.isArray(row['moves'])
  const revealed = isRecord(file) && isRecord(file['revealed']) ? [file['revealed']] : []
  return {
    rounds: rows.filter(isRound) as unknown as PublishedRound[],
    flights: rows.filter((row) => typeof row['game_no'] === 'number' && 'hash' in row) as unknown as PublishedCrash[],
    chains: rows.filter((row) => 'tip' in row && 'salt' in row) as unknown as PublishedChain[],
    seeds: revealed.map((row): Seed => [String(row['server_seed_hash']), String(row['server_seed'])]),
  }
}
