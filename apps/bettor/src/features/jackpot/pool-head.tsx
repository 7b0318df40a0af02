import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { jackpot, type JackpotView } from '@nare/contract/jackpot'
import { Amount } from '@nare/ui/amount'
import { thousands } from '@nare/ui/format'
import { Sheet } from '@nare/ui/sheet'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useOpenBets } from '../../play/use-open-bets.ts'
import { useRead } from '../../state/use-read.ts'
import { tierPays, tiersOf } from './picks.ts'
import { Rules } from './rules.tsx'
import { ClosingTime, TieShort, TimeLeft } from './texts.tsx'
import style from './jackpot.module.css'

/** The head of a pool: top prize, other tiers, how a prize is shared, closing time, last winners and rules. */
export function PoolHead({ pool }: { pool: JackpotView }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const tiers = tiersOf(pool.tiers)
  const top = tiers[0]
  // The big amount is the top prize; for a pool that must be won, the sum of all prizes.
  const others = tiers.filter((tier) => tierPays(tier, pool.pool) !== pool.amount)
  const isSum = others.length === tiers.length
  return (
    <header className={style.head}>
      <h1 className="unseen">{pool.name}</h1>
      <p className={style.between}>
        <span>
          {isSum ? (
            t`All prizes together`
          ) : top && top.correct < pool.matches.length ? (
            <Trans>
              {top.correct} of {pool.matches.length} right wins
            </Trans>
          ) : (
            <Plural value={pool.matches.length} one="# right wins" other="All # right wins" />
          )}
        </span>
        <span className="num">
          <ClosingTime at={pool.closes_at} /> · <TimeLeft at={pool.closes_at} />
        </span>
      </p>
      <p className={style.prize}>
        <Amount value={pool.amount} />
        {pool.mode === 'must_be_won' && <small>{t`must be won`}</small>}
        <span className={style.links}>
          <Link href={`/print/jackpot?jackpot_id=${pool.jackpot_id}`}>{t`Print`}</Link>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>{t`Rules`}</button>
        </span>
      </p>
      <p className={style.tiers}>
        {others.map((tier) => (
          <span key={tier.correct}>
            <Trans>
              {tier.correct} right <b className="num">{thousands(tierPays(tier, pool.pool))}</b>
            </Trans>
          </span>
        ))}
        <span>
          <TieShort pool={pool} />
        </span>
      </p>
      <LastWinners name={pool.name}>
        <OwnTickets pool={pool} />
      </LastWinners>
      <Sheet open={open} title={t`Rules of ${pool.name}`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
        <Rules pool={pool} />
      </Sheet>
    </header>
  )
}

const freshMs = 300_000

/** How many tickets of the bettor wait for this pool. */
function OwnTickets({ pool: { jackpot_id } }: { pool: JackpotView }) {
  const own = useOpenBets().body?.data.filter(({ jackpot: of }) => of?.jackpot_id === jackpot_id).length ?? 0
  return (
    own > 0 && (
      <Link href="/my-bets?product=jackpot">
        <Plural value={own} one="Your ticket" other="Your # tickets" />
      </Link>
    )
  )
}

type LastProps = {
  name: string
  /** Own tickets, in the same line. */
  children: ReactNode
}

/** The winners of the last pool of this name, by tier. The line stays empty for a first pool, so that the matches below never move. */
function LastWinners({ name, children }: LastProps) {
  const { t } = useLingui()
  const last = useRead(jackpot.past, { name, page: 1, limit: 1 }, freshMs).body?.data[0]
  if (!last) return <p className={style.small}>{children}&nbsp;</p>
  const won = tiersOf(last.tiers).filter(({ lines }) => lines > 0)
  return (
    <p className={style.small}>
      {children}{' '}
      <Link href={`/jackpot?id=${last.jackpot_id}`}>
        {last.state === 'cancelled'
          ? t`Last pool: cancelled, stakes returned`
          : won.length > 0
            ? t`Last winners`
            : last.mode === 'fixed'
              ? t`Last pool: nobody won`
              : t`Last pool: nobody won, the prize rolled over`}
      </Link>
      {won.map(({ correct, lines, prize_each }) => (
        <span key={correct} className="num">
          {' '}
          ·{' '}
          <Trans>
            {correct} right {lines} × {thousands(prize_each)}
          </Trans>
        </span>
      ))}
    </p>
  )
}
