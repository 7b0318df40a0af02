import type { Outcome } from './money-steps.ts'

export type JackpotVerdict = Outcome | 'cancelled'

/** A pool of two matches with fixed prizes; `verdicts` is set when its results are sent. */
export type ModelPool = {
  readonly id: string
  readonly matches: readonly string[]
  verdicts?: readonly JackpotVerdict[]
}
export type ModelTicket = {
  readonly id: string
  readonly pool: ModelPool
  readonly picks: readonly (readonly Outcome[])[]
}

/** The jackpots of one bettor in the model: the open pool, and the accepted tickets by the id of their command. */
export type JackpotBooks = { open: ModelPool | undefined; readonly tickets: Map<string, ModelTicket> }
export const noJackpots = (): JackpotBooks => ({ open: undefined, tickets: new Map() })

/** In cents. With one void match, which counts as won, the prizes are halved; with two, all stakes are refunded. */
const linePrice = 2000n
const prizes: Readonly<Record<number, bigint>> = { 2: 15_000n, 1: 3000n }

const linesOf = ({ picks }: ModelTicket): bigint =>
  picks.reduce((product, outcomes) => product * BigInt(outcomes.length), 1n)
export const costOf = (ticket: ModelTicket): bigint => linesOf(ticket) * linePrice

/** The return of a ticket, line by line; undefined while its pool has no results. */
function returnOf({ pool: { verdicts }, picks, ...ticket }: ModelTicket): bigint | undefined {
  if (!verdicts) return undefined
  const voids = verdicts.filter((verdict) => verdict === 'cancelled').length
  if (voids === 2) return costOf({ ...ticket, picks, pool: { id: '', matches: [] } })
  const [first = [], second = []] = picks
  let sum = 0n
  for (const pickOfFirst of first)
    for (const pickOfSecond of second) {
      const correct = [pickOfFirst, pickOfSecond].filter(
        (pick, n) => verdicts[n] === pick || verdicts[n] === 'cancelled',
      ).length
      sum += (prizes[correct] ?? 0n) / (voids === 1 ? 2n : 1n)
    }
  return sum
}

/** The change of the bettor's cash by all tickets of the model. */
export const jackpotProfit = ({ tickets }: JackpotBooks): bigint =>
  [...tickets.values()].reduce((sum, ticket) => sum + (returnOf(ticket) ?? 0n) - costOf(ticket), 0n)

/** The rows that the table of bets must contain for these tickets. */
export const jackpotRows = ({ tickets }: JackpotBooks) =>
  [...tickets.values()].map((ticket) => {
    const returned = returnOf(ticket)
    return { id: ticket.id, open: returned === undefined, returned: returned ?? 0n }
  })
