import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { isoDay, kickoff } from '@nare/ui/format'
import { Price } from '@nare/ui/price'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { serverNow } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import type { SlipKind } from '../state/slips.ts'
import { useWinTax, WinTaxFact } from './win-tax-fact.tsx'
import { difference } from './difference.ts'
import style from './receipt.module.css'
import { takeFocus } from './take-focus.ts'
import { useReceipts } from './use-receipts.ts'
import { useSteady } from './use-steady.ts'

type ReceiptProps = {
  kind: SlipKind
  bets: readonly BetView[]
  /** The name of a bet: "Multi, 3 picks". */
  nameOf: (bet: BetView) => ReactNode
  /** The picks of a bet, and what follows them: its booking code. */
  picksOf: (bet: BetView) => ReactNode
  /** The page of the matches, and the page of the placed bets. */
  matches: string
  placed: string
  /** A further link beside that of the placed bets. */
  more?: ReactNode
}

/** The receipts of what was placed last, the same for each slip, with the values the server returned; until left. */
export function Receipt({ kind, bets, nameOf, picksOf, matches, placed, more }: ReceiptProps) {
  const { t } = useLingui()
  const { dismiss } = useReceipts(kind)
  const [path, go] = useLocation()
  // The button for placing the bet was in the same place.
  const isSteady = useSteady('receipt', '')
  const leave = (): void => {
    dismiss()
    if (path !== matches && !path.startsWith('/competition')) go(matches)
  }
  return (
    <section className={style.receipt} aria-live="polite">
      <div className="kanga" aria-hidden="true" />
      <svg className={style.tick} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
        <circle cx="20" cy="20" r="20" />
        <path d="M12 20.5 18 26.5 28.5 15" pathLength="1" />
      </svg>
      <h3 ref={takeFocus} tabIndex={-1}>{t`Bet placed`}</h3>
      {bets.map((bet) => (
        <article key={bet.bet_id}>
          <p className={style.head}>
            <b className="num">#{bet.bet_id}</b> · {nameOf(bet)} · <PlacedAt at={bet.placed_at} />
          </p>
          <Sum bet={bet} />
          {picksOf(bet)}
        </article>
      ))}
      <Balance />
      <div className={style.done}>
        <Button wide disabled={!isSteady} onClick={leave}>{t`Back to matches`}</Button>
        <div>
          <Link href={placed}>{t`My bets`}</Link>
          {more}
        </div>
      </div>
    </section>
  )
}

/** The time of a bet of today, else with its day: a receipt can be that of an earlier visit. */
function PlacedAt({ at }: { at: string }) {
  const { i18n } = useLingui()
  const text = kickoff(at, i18n.locale)
  return isoDay(Date.parse(at)) === isoDay(serverNow()) ? text.slice(-'15:30'.length) : text
}

/** Stake and possible payout, and what the payout consists of. */
function Sum({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  return (
    <>
      <p className={style.sum}>
        <Amount bare value={bet.stake} />
        {bet.possible_win !== null && (
          <>
            {' → '}
            <Amount bare value={bet.possible_win} />
          </>
        )}
      </p>
      {bet.possible_win === null ? (
        <p className={style.sums}>
          {bet.type === 'jackpot' && t`What it pays is known after the last match: winning lines share the prizes`}
        </p>
      ) : (
        <PayoutParts bet={bet} win={bet.possible_win} />
      )}
      <AfterTax bet={bet} />
      {bet.bonus_stake && (
        <p className={style.sums}>
          <Trans>
            <Amount value={bet.bonus_stake} /> of the stake is bonus
          </Trans>
        </p>
      )}
    </>
  )
}

/** What the tax on winnings would leave of the payout today. */
function AfterTax({ bet: { product, stake, possible_win, bonus_stake } }: { bet: BetView }) {
  const tax = useWinTax(product, possible_win === null ? [] : [{ stake, win: possible_win, bonus: bonus_stake }])
  if (!tax || possible_win === null) return null
  return (
    <p className={style.sums}>
      <WinTaxFact tax={tax} />{' '}
      <Trans>
        · payout after tax <Amount value={tax.paid} />
      </Trans>
    </p>
  )
}

/** The parts of the payout: the odds, and the boost if there is one. */
function PayoutParts({ bet, win }: { bet: BetView; win: string }) {
  const { t } = useLingui()
  const picks = bet.legs.length
  const hasBoost = /[1-9]/.test(bet.boost.amount)
  return (
    <p className={style.sums}>
      {bet.total_odds && (
        <>
          {t`Odds`} <Price value={bet.total_odds} />
        </>
      )}
      {hasBoost && (
        <>
          {' · '}
          <Amount value={difference(win, bet.boost.amount)} /> + {t`Boost`} {bet.boost.percent}%{' '}
          <b className={style.boost}>
            <Amount value={bet.boost.amount} />
          </b>
        </>
      )}
      {bet.type === 'multi' && picks > 1 && (
        <>
          {' · '}
          <Plural value={picks} _2="Both picks must win." other="All # picks must win." />
        </>
      )}
    </p>
  )
}

/** What is left to bet with. */
function Balance() {
  const { t } = useLingui()
  const balance = useApp(({ auth }) => auth.user?.balance)
  return (
    <p className={style.sums}>
      {t`Balance`} <b>{balance !== undefined && <Amount value={balance} />}</b>
    </p>
  )
}
