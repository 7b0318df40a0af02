import type { BetView } from '@nare/contract/betting'
import type { SmsPick } from './commands.ts'
import type { Words } from './replies.ts'

/** The text about a bet on matches that is placed or waits for a trader, with the outcomes as its message named them: those of a booking code by their labels. */
export function betText(
  words: Words,
  picks: readonly SmsPick[],
  { bet, balance }: { bet: BetView; balance: string },
): string {
  const codeOf = ({ game_id: gameId, display }: BetView['legs'][number]): string =>
    picks.find((pick) => pick.gameId === gameId)?.code ?? display
  const legs = bet.legs.map((leg) => `${leg.game_id} ${codeOf(leg)} @${leg.odd_value}`)
  return words.bet(bet, legs.join(', '), balance)
}
