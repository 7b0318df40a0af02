import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { jackpot, type JackpotView } from '@nare/contract/jackpot'
import { Amount, useAmountText } from '@nare/ui/amount'
import { thousands } from '@nare/ui/format'
import { Sheet } from '@nare/ui/sheet'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../state/use-read.ts'
import { tierPays, tiersOf } from './picks.ts'
import { Rules } from './rules.tsx'
import { ClosingTime, TieRule, TimeLeft } from './texts.tsx'
import style from './jackpot.module.css'

/** What can be won and by when, all in sight: the top prize, the other tiers, who shares, the last winners, and the rules. */
export function PoolHead({ pool }: { pool: JackpotView }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [top, ...others] = tiersOf(pool.tiers)
  return (
    <header className={style.head}>
      <p className={style.between}>
        <span>
          <h1>{pool.name}</h1> ·{' '}
          {top && top.correct < pool.matches.length ? (
            <Trans>
              {top.correct} of {pool.matches.length} right wins
            </Trans>
          ) : (
            <Plural value={pool.matches.length} one="# right wins" other="all # right wins" />
          )}
        </span>
        <span className="num">
          <ClosingTime at={pool.closes_at} /> · <TimeLeft at={pool.closes_at} />
        </span>
      </p>
      <p className={style.prize}>
        <Amount value={pool.amount} />
        {pool.mode === 'must_be_won' && (
          <small>
            <Trans>must be won</Trans>
          </small>
        )}
      </p>
      <p className={style.tiers}>
        {others.map((tier) => (
          <span key={tier.correct}>
            <Trans>
              {tier.correct} right <b className="num">{thousands(tierPays(tier, pool.pool))}</b>
            </Trans>
          </span>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Trans>Rules</Trans>
        </button>
      </p>
      <p className={style.small}>
        <TieRule pool={pool} />
        <LastWinners name={pool.name} />
      </p>
      <Sheet open={open} title={t`Rules of ${pool.name}`} closeLabel={t`Close`} onClose={() => setOpen(false)}>
        <Rules pool={pool} />
      </Sheet>
    </header>
  )
}

const freshMs = 300_000

/** Who won the last pool of this name, by tier. Nothing before there was one. */
function LastWinners({ name }: { name: string }) {
  const text = useAmountText()
  const last = useRead(jackpot.past, { name, page: 1, limit: 1 }, freshMs).body?.data[0]
  if (!last) return null
  const won = tiersOf(last.tiers).filter(({ lines }) => lines > 0)
  return (
    <>
      {' · '}
      <Link href={`/jackpot?id=${last.jackpot_id}`}>
        {last.state === 'cancelled' ? (
          <Trans>Last pool: cancelled, stakes returned</Trans>
        ) : won.length === 0 ? (
          last.mode === 'fixed' ? (
            <Trans>Last pool: nobody won</Trans>
          ) : (
            <Trans>Last pool: nobody won, the prize rolled over</Trans>
          )
        ) : (
          <>
            <Trans>Last winners</Trans>:{' '}
            {won.map(({ correct, lines, prize_each }, at) => (
              <span key={correct} className="num">
                {at > 0 && ', '}
                <Trans>
                  {correct} right {lines} × {text(prize_each)}
                </Trans>
              </span>
            ))}
          </>
        )}
      </Link>
    </>
  )
}
