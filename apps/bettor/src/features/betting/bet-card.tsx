import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { kickoff, shortTime, thousands } from '@nare/ui/format'
import { useState } from 'react'
import { Link } from 'wouter'
import { remainingOf, legsWon } from '../../state/bet-now.ts'
import { useIsLive } from '../../state/use-bet-now.ts'
import { useNow } from '../../state/use-now.ts'
import { BetFoot } from './bet-foot.tsx'
import { BetName } from '../../slip/bet-name.tsx'
import { BetLeg } from './bet-leg.tsx'
import { isPartlyReturned, PlayedName, PlayedRound } from './game-ticket.tsx'
import style from './my-bets.module.css'
import { ticketParts } from './ticket-parts.ts'
import { useFreshBet } from './use-fresh-bet.ts'

const legsShownMax = 3

/** One bet in its current state: type, status, stake, payout, legs with score and minute, and its actions. */
export function BetCard({ bet: listed, open = false }: { bet: BetView; open?: boolean }) {
  const { i18n, t } = useLingui()
  const { bet, learn } = useFreshBet(listed)
  // Decided by the listed bet: the legs do not close under the thumb when the bet is settled.
  const isJackpot = listed.type === 'jackpot'
  const [shown, setShown] = useState(
    open || (!isJackpot && (listed.state === 'open' || listed.legs.length <= legsShownMax)),
  )
  const JackpotTicket = isJackpot && ticketParts.jackpot
  return (
    <li className={style.card}>
      <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
        <summary>
          <span className={style.id}>
            <b>
              <BetType bet={bet} />
            </b>{' '}
            <small>
              <span className="num">#{bet.bet_id}</span> ·{' '}
              {open ? kickoff(bet.placed_at, i18n.locale) : <PlacedAt at={bet.placed_at} />}
            </small>
          </span>
          <span className={style.state} data-state={isPartlyReturned(bet) ? 'void' : bet.state}>
            <Status bet={bet} />
          </span>
          <Money bet={bet} />
          {!shown && (isJackpot || bet.legs.length > 0) && (
            <small>
              {t`Show picks`} <Icon name="down" size={16} />
            </small>
          )}
        </summary>
        <ul className={style.legs}>
          {bet.game && <PlayedRound bet={bet} played={bet.game} />}
          {bet.legs.map((leg, n) => (
            <BetLeg key={leg.ucn} leg={leg} at={{ bet_id: bet.bet_id, n }} isLeague={bet.product === 'league'} />
          ))}
        </ul>
        {shown && JackpotTicket && <JackpotTicket bet={bet} learn={learn} />}
        {!open && (bet.legs.length > 0 || isJackpot) && (
          <Link href={`/my-bets?bet=${bet.bet_id}`} className={style.history}>{t`Bet details`}</Link>
        )}
      </details>
      <BetFoot bet={bet} learn={learn} isPage={open} />
    </li>
  )
}

/** "Stake 100 → 674.41": the stake with the possible or actual payout. For a partly cashed-out bet, those of the remaining part. */
function Money({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const isOpen = bet.state === 'open'
  const left = isOpen ? remainingOf(bet) : undefined
  const pays = isOpen ? (left?.possible_win ?? null) : bet.returned
  const payoutText = thousands(pays)
  const hasGain = !isOpen && Number(bet.returned) > Number(bet.stake)
  const cashedOut = isOpen ? bet.cash_out?.paid : undefined
  return (
    <span className={style.money} data-gained={hasGain || undefined}>
      <small>{cashedOut ? t`Stake left` : t`Stake`}</small> <Amount bare value={left?.stake ?? bet.stake} />
      {pays !== null && (
        <>
          {' '}
          <span aria-hidden="true">→</span>
          <span className="unseen">{isOpen ? t`possible payout` : t`returned`}</span>{' '}
          <b className="num">{payoutText}</b>
        </>
      )}
      {cashedOut && (
        <small>
          <Trans>
            <Amount bare value={cashedOut} /> cashed out
          </Trans>
        </small>
      )}
      <BonusPart bet={bet} />
    </span>
  )
}

/** The bonus part of the stake, and the part of the payout that was returned to the bonus. */
function BonusPart({ bet: { bonus_stake, bonus_returned } }: { bet: BetView }) {
  if (!bonus_stake) return null
  return (
    <>
      {' '}
      <small>
        <Trans>
          <Amount value={bonus_stake} /> of the stake is bonus
        </Trans>
        {bonus_returned && Number(bonus_returned) > 0 && (
          <>
            {' · '}
            <Trans>
              <Amount value={bonus_returned} /> returned to bonus
            </Trans>
          </>
        )}
      </small>
    </>
  )
}

function BetType({ bet }: { bet: BetView }) {
  if (bet.game) return <PlayedName game={bet.game.game} />
  if (bet.jackpot) return bet.jackpot.name
  if (bet.type === 'jackpot') return <Trans>Jackpot</Trans>
  return <BetName bet={bet} />
}

const minuteMs = 60_000

/** The time a bet was placed: "14:02" today, else with the day. */
function PlacedAt({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{shortTime(at, { locale: i18n.locale, nowMs: useNow(minuteMs) })}</time>
}

/** The status of a bet: the count of won legs, live, the start time, or the result. */
function Status({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const now = useNow(minuteMs)
  const isLive = useIsLive(bet)
  switch (bet.state) {
    case 'open':
      break
    case 'won':
      return isPartlyReturned(bet) ? t`Came back` : t`Won`
    case 'lost':
      return t`Lost`
    case 'void':
      return t`Void`
    case 'cashed_out':
      return t`Cashed out`
    case 'referred':
      return t`With a trader`
    case 'refused':
      return t`Bet not placed`
  }
  const { won, of } = bet.decided ? { won: bet.right, of: bet.decided } : legsWon(bet)
  const decided = bet.decided || bet.legs.some(({ state }) => state !== 'open')
  if (decided) {
    return (
      <Trans>
        {won} of {of} won
      </Trans>
    )
  }
  if (isLive) return t`Live`
  const firstStart = [...bet.legs, ...(bet.picks ?? [])].flatMap(({ start_time }) => start_time ?? []).toSorted()[0]
  if (firstStart === undefined || Date.parse(firstStart) <= now) return t`Open`
  return <Trans>Starts {shortTime(firstStart, { locale: i18n.locale, nowMs: now })}</Trans>
}
