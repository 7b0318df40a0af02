import { useEffect, useEffectEvent } from 'react'
import { serverNow, stored } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { sumsOf, type Sums } from './own-bets.ts'
import { betsSince, loadSessionBets, sessionStart } from './session.ts'

const settleTriesMax = 6
const settleEveryMs = 1000

/**
 * The bettor's league bets of today with the sums of the session. Requested when the round or its phase changes, after a placement,
 * and after the end of a round until its bets are settled, at most six times.
 */
export function useOwnBets(unsettled: ReadonlySet<string> = noMatches) {
  const send = useSend()
  const owner = useApp(({ auth }) => (auth.isLoggedIn ? String(auth.user?.id ?? '') : ''))
  const bets = useApp(({ virtualLeague }) => virtualLeague.bet_history_data)
  const round = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const phase = useApp(({ virtualLeague }) => virtualLeague.phase)
  const placed = useApp(({ betting }) => betting.kiron)
  const since = owner ? sessionStart(stored, { owner, nowMs: serverNow() }) : 0

  const load = useEffectEvent(() => void (owner && send(loadSessionBets(since))))
  useEffect(() => load(), [owner, round, phase, placed])
  const isWaiting =
    owner !== '' &&
    bets.some(({ state, legs }) => state === 'open' && legs.every(({ match_id }) => unsettled.has(match_id)))
  useEffect(() => {
    if (!isWaiting) return
    let tries = 0
    const timer = setInterval(() => {
      if (++tries >= settleTriesMax) clearInterval(timer)
      load()
    }, settleEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  const session: Sums | undefined = owner ? sumsOf(betsSince(bets, since)) : undefined
  return { bets: owner ? bets : [], session }
}

const noMatches: ReadonlySet<string> = new Set()
