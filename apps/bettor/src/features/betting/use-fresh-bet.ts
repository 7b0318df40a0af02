import { betting as calls, type BetView } from '@nare/contract/betting'
import { useEffect, useState } from 'react'
import { call } from '../../state/browser.ts'
import { endOwnCashOut } from '../../state/open-bets.ts'
import { useBetNow, useOpenMatches } from '../../state/use-bet-now.ts'

/**
 * The current state of a listed bet. `learn` stores a newer state from a response. After a cash-out elsewhere, in another tab or by
 * its rule, the bet is loaded again, because the topic `bets` has only the returned amount; and when a combination of it was decided, or
 * the score or the half of its match has changed, because the topic has no states of its parts.
 */
export function useFreshBet(listed: BetView): { bet: BetView; learn: (bet: BetView) => void } {
  const [learned, setLearned] = useState<{ listed: BetView; bet: BetView } | undefined>()
  const known = learned?.listed === listed ? learned.bet : listed
  const bet = useBetNow(known)
  const { bet_id, state, returned } = bet
  const isPaid = (state === 'open' || state === 'cashed_out') && returned !== known.returned
  const isDecided = bet.legs.some(({ parts, state: now }, n) => parts && now !== known.legs[n]?.state)
  const played = usePlayed(bet)
  const [learnedAt, setLearnedAt] = useState('')
  const isStale = isPaid || isDecided || played !== learnedAt
  useEffect(() => {
    if (!isStale) return
    let isMounted = true
    void call(calls.bet, { id: bet_id }).then((reply) => {
      if (!isMounted || !reply.ok) return
      setLearned({ listed, bet: reply.body.data })
      setLearnedAt(played)
    })
    return () => void (isMounted = false)
  }, [isStale, bet_id, returned, listed, played])
  return {
    bet,
    learn: (newer) => {
      // The bettor did this on this page, so it needs no notice.
      endOwnCashOut(newer.bet_id, newer)
      setLearned({ listed, bet: newer })
    },
  }
}

/** What has been played of the matches of a bet's open combinations; empty before their kick-off and for other bets. */
const usePlayed = ({ legs }: BetView): string =>
  useOpenMatches(
    legs.filter(({ parts }) => parts),
    (matches) =>
      matches
        .flatMap((match) =>
          match && match.home_score !== null
            ? `${match.home_score}:${match.away_score} ${match.at_half_time ?? ''}`
            : [],
        )
        .join(),
  )
