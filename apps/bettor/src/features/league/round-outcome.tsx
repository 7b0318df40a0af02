import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { parseMoney } from '@nare/money/money'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { Link } from 'wouter'
import { sumsOf } from './own-bets.ts'
import { useOwnBets } from './use-own-bets.ts'
import type { Ended } from './use-ended.ts'
import style from './board.module.css'

/** The result of the bettor's bets on a round that ended on this screen, and the net of the session; until dismissed. */
export function RoundOutcome({ id, ended: over }: { id: string; ended: Ended | undefined }) {
  const { t } = useLingui()
  const { bets, session } = useOwnBets(over?.matches)
  const [dismissed, dismiss] = useState('')
  const ended = over && { ...over.period, matches: over.matches }
  if (!ended || !session || dismissed === ended.round_id) return null
  const own = bets.filter(({ legs }) => legs.some(({ match_id }) => ended.matches.has(match_id)))
  if (own.length === 0) return null
  const decided = own.filter(({ state }) => state !== 'open')
  const sums = sumsOf(decided)
  const isGain = !sums.net.startsWith('-') && (parseMoney(sums.net) ?? 0n) > 0n
  return (
    <aside className={style.outcome} role="status">
      <p>
        <b>
          {own.length > decided.length && decided.length === 0 ? (
            <Trans>Round {ended.round_number} is over</Trans>
          ) : parseMoney(sums.returned) === 0n ? (
            <Plural
              value={decided.length}
              one={`Round ${ended.round_number}: your bet lost`}
              other={`Round ${ended.round_number}: your # bets lost`}
            />
          ) : isGain ? (
            <Trans>
              Round {ended.round_number}: you won <Amount value={sums.returned} />
            </Trans>
          ) : (
            <Trans>
              Round {ended.round_number}: <Amount value={sums.returned} /> came back
            </Trans>
          )}
        </b>
        {own.length > decided.length && (
          <>
            {' '}
            · <Plural value={own.length - decided.length} one="# bet goes on" other="# bets go on" />
          </>
        )}
      </p>
      <p>
        <small>
          <Trans>
            This session: <Amount value={session.net} />
          </Trans>{' '}
          ·{' '}
          <Link
            href={`/results?competition=${id}&round=${encodeURIComponent(ended.round_id)}`}
          >{t`Check this round`}</Link>
        </small>
      </p>
      <button type="button" aria-label={t`Dismiss`} onClick={() => dismiss(ended.round_id)}>
        <Icon name="x" size={18} />
      </button>
    </aside>
  )
}
