import type { FinishedRound } from './check-point.ts'

/**
 * Merges the rounds listed by the server with those seen on this page, without duplicates, newest first: by chain, then by game number.
 * Both inputs are newest first. A chain that only this page saw is newer than the listed ones, unless it was seen before one of them.
 */
export function mergedRounds(seen: readonly FinishedRound[], listed: readonly FinishedRound[]): FinishedRound[] {
  const known = new Set(listed.map(({ chain_id }) => chain_id))
  const firstKnown = seen.findIndex(({ chain_id }) => known.has(chain_id))
  const newer = (firstKnown < 0 ? seen : seen.slice(0, firstKnown)).map(({ chain_id }) => chain_id)
  const chains = [...new Set([...newer, ...known, ...seen.map(({ chain_id }) => chain_id)])]
  const rounds = new Map([...listed, ...seen].map((round) => [round.round_id, round]))
  return [...rounds.values()].toSorted(
    (a, b) => chains.indexOf(a.chain_id) - chains.indexOf(b.chain_id) || b.game_no - a.game_no,
  )
}
