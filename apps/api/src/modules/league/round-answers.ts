import type { PricedLine } from '@nare/league/prices'
import type { Db } from '#platform/db'
import { JsonText } from '#platform/json-text'
import { openKept } from '#platform/kept'
import type { LeaguePrices } from './prices/prices.ts'
import { matchesOfRounds, type MatchRow, type RoundRow } from './rounds/rounds.ts'
import { linesState, matchView } from './views.ts'

type Priced = { readonly match: MatchRow; readonly lines: readonly PricedLine[] }

/** As many as `prices` keeps the matches of. */
const roundsMax = 40
/** An answer with all markets is a tenth of a megabyte. */
const answersMax = 60

/**
 * The answers with the matches of a round and their prices. All of them was published before the first stake but the state of the lines,
 * which is read with the round for each call, so an answer is put together once for each of its three states.
 */
export function openRoundAnswers({ db, prices }: { readonly db: Db; readonly prices: Pick<LeaguePrices, 'linesOf'> }) {
  const rounds = openKept<readonly Priced[]>(roundsMax)
  const answers = openKept<JsonText>(answersMax)

  async function pricedMatches(roundId: string): Promise<Priced[]> {
    const matches = await matchesOfRounds(db, [roundId])
    return Promise.all(matches.map(async (match) => ({ match, lines: await prices.linesOf(match) })))
  }

  async function answerOf(round: RoundRow, market: string | undefined): Promise<JsonText> {
    const priced = (await rounds.once(round.roundId, () => pricedMatches(round.roundId))) ?? []
    return new JsonText(
      JSON.stringify({ data: priced.map(({ match, lines }) => matchView(match, { round, lines, market })) }),
    )
  }

  return {
    /** The matches of a round as it was just read, with the lines of one market or of all. */
    async matches(round: RoundRow, market: string | undefined): Promise<JsonText | undefined> {
      // Before a round is on offer its start is not known.
      if (!round.kicksOffAt) return answerOf(round, market)
      const key = [round.roundId, market ?? '', linesState(round), round.kicksOffAt.toISOString()].join(' ')
      return answers.once(key, () => answerOf(round, market))
    },
  }
}
