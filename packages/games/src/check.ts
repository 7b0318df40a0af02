import { formatMoney, parseMoney } from '@nare/money/money'
import { playWire, playAbandoned, type WireResult, type WireRound } from './wire.ts'
import { multiplierText, serverSeedHash } from './games.ts'

/** A round of an own game as the API returns it; `server_seed` is set once it is revealed. */
export type PublishedRound = WireRound & {
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

/** The compared values. `stake_back` is the payout of an abandoned round with nothing to cash out. */
export type CheckName = 'hash' | 'result' | 'stakes' | 'multiplier' | 'payout' | 'stake_back'
/** A published value and the value computed from the seeds. */
export type Check = {
  readonly name: CheckName
  readonly ok: boolean
  readonly published: string
  readonly computed: string
}

/** The comparisons in order, and the result computed from the seeds. `refused` is the reason why the game does not accept the round. */
export type CheckedRound = { readonly checks: Check[]; readonly result?: WireResult; readonly refused?: string }

/** Replays a round of an own game from its seeds and compares it with the published round. */
export function checkRound(round: PublishedRound, serverSeed: string): CheckedRound {
  const { server_seed_hash: sealed, client_seed: clientSeed, nonce } = round.fairness
  const hash = compare('hash', sealed, serverSeedHash(serverSeed))
  const [stake, maxWin] = [parseMoney(round.stake), parseMoney(round.max_win)]
  if (stake === undefined || maxWin === undefined) return { checks: [hash], refused: 'bad_amount' }
  const given = { seeds: { serverSeed, clientSeed, nonce }, terms: { stake, maxWin } }
  const played = playWire(round, given)
  if (!played.ok) return { checks: [hash], refused: played.reason }
  const { result, staked } = played.round
  const checks = [
    hash,
    compare('result', textOf(round.result), textOf(result)),
    compare('stakes', round.staked, formatMoney(staked)),
  ]
  // An abandoned round is cashed out or stood. Its stake is returned only if there was nothing to cash out.
  const ended = round.state === 'done' ? playAbandoned(round, given) : played
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

/** JSON with sorted keys, so that equal values give equal texts. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
