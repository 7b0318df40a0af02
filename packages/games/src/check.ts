import { formatMoney, parseMoney } from '@nare/money/money'
import { playCalled, playLeftOpen, type CalledResult, type CalledRound } from './called.ts'
import { multiplierText, serverSeedHash } from './games.ts'

/** What the calls answer about a round of an own game; `server_seed` once it was published. */
export type PublishedRound = CalledRound & {
  readonly round_id: string
  readonly state: string
  readonly stake: string
  readonly staked: string
  readonly max_win: string
  readonly result: unknown
  readonly multiplier: string
  readonly payout: string
  readonly fairness: {
    readonly server_seed_hash: string
    readonly client_seed: string
    readonly nonce: number
    readonly server_seed?: string | undefined
  }
}

/** What is compared: `stake_back` is the payout of a round that was left open with nothing to cash out. */
export type CheckName = 'hash' | 'result' | 'stakes' | 'multiplier' | 'payout' | 'stake_back'
/** A published value beside the one that the seeds give. */
export type Check = {
  readonly name: CheckName
  readonly ok: boolean
  readonly published: string
  readonly computed: string
}

/** The comparisons in order, and the result that the seeds give. `refused` is the reason why the game does not accept the round at all. */
export type CheckedRound = { readonly checks: Check[]; readonly result?: CalledResult; readonly refused?: string }

/** Plays a round of an own game again from its seeds and compares it with what was published. */
export function checkRound(round: PublishedRound, serverSeed: string): CheckedRound {
  const { server_seed_hash: sealed, client_seed: clientSeed, nonce } = round.fairness
  const hash = compare('hash', sealed, serverSeedHash(serverSeed))
  const [stake, maxWin] = [parseMoney(round.stake), parseMoney(round.max_win)]
  if (stake === undefined || maxWin === undefined) return { checks: [hash], refused: 'bad_amount' }
  const given = { seeds: { serverSeed, clientSeed, nonce }, terms: { stake, maxWin } }
  const played = playCalled(round, given)
  if (!played.ok) return { checks: [hash], refused: played.reason }
  const { result, staked } = played.round
  const checks = [
    hash,
    compare('result', textOf(round.result), textOf(result)),
    compare('stakes', round.staked, formatMoney(staked)),
  ]
  // A round that was left open is cashed out or stood; only with nothing to cash out is its stake returned.
  const ended = round.state === 'done' ? playLeftOpen(round, given) : played
  if (!ended) return { checks: [...checks, compare('stake_back', round.payout, round.staked)], result }
  if (!ended.ok) return { checks, refused: ended.reason }
  const { multiplier, payout } = ended.round
  checks.push(compare('multiplier', round.multiplier, multiplierText(multiplier)))
  return { checks: [...checks, compare('payout', round.payout, formatMoney(payout))], result }
}

const compare = (name: CheckName, published: string, computed: string): Check => ({
  name,
  ok: published === computed,
  published,
  computed,
})

/** JSON with its names in order, so that equal values are equal texts. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
