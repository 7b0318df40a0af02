import { Trans, useLingui } from '@lingui/react/macro'
import type { PromotionRow } from '@nare/contract/promotions'
import { Amount } from '@nare/ui/amount'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { countText } from '../../i18n/count-text.ts'
import { useDeadline } from './dates.ts'
import style from './rewards.module.css'

type NextProps = { promotion: PromotionRow }

/** The next step for a bettor who joined: a task with its deadline, a pending reward, or the outcome. It gets the focus after joining. */
export function NextStep({ promotion, isFocused = false }: NextProps & { isFocused?: boolean }) {
  const { progress } = promotion
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.focus()
  }, [isFocused])
  if (!progress) return null
  return (
    <p ref={box} tabIndex={-1} className={style.next} role="status">
      <Step promotion={promotion} progress={progress} />
    </p>
  )
}

type Progress = NonNullable<PromotionRow['progress']>

function Step({ promotion, progress }: NextProps & { progress: Progress }) {
  const { t } = useLingui()
  const { state, amount, points } = progress
  const reward =
    amount !== null ? <Amount value={amount} /> : points !== null ? <Trans>{countText(points)} points</Trans> : null
  switch (state) {
    case 'waiting':
      return <Waiting promotion={promotion} until={progress.until} />
    case 'due':
      return reward ? <Trans>You've earned {reward}. We're adding it now</Trans> : t`We're adding it now`
    case 'given':
      return (
        <>
          {reward ? <Trans>You got {reward}</Trans> : t`You got it`} ·{' '}
          {amount === null ? (
            <Link href="/points">{t`See your points`}</Link>
          ) : (
            <Link href="/profile?tab=bonus">{t`See your bonus`}</Link>
          )}
        </>
      )
    case 'lapsed':
      return t`It ended before you qualified. Nothing was taken from you`
  }
}

/** The open task, with its minimum amount and its deadline. */
function Waiting({ promotion: { kind, facts }, until }: NextProps & { until: string }) {
  const { t } = useLingui()
  const end = useDeadline()(until)
  if (kind === 'deposit_match')
    return (
      <>
        {facts.min_deposit ? (
          <Trans>
            Next: deposit <Amount value={facts.min_deposit} /> or more by {end}
          </Trans>
        ) : (
          <Trans>Next: deposit by {end}</Trans>
        )}{' '}
        · <Link href="/deposit">{t`Deposit`}</Link>
      </>
    )
  const { min_legs: legs, min_leg: leg } = facts
  if (legs !== null && leg !== null)
    return (
      <>
        <Trans>
          Next: place a multi of {legs} or more picks, each at {leg} or more, by {end}
        </Trans>{' '}
        · <Link href="/">{t`See matches`}</Link>
      </>
    )
  const stake = facts.min_stake && <Amount value={facts.min_stake} />
  const odds = facts.min_odds
  return (
    <>
      {stake && odds ? (
        <Trans>
          Next: bet {stake} or more at odds of {odds} or more by {end}
        </Trans>
      ) : stake ? (
        <Trans>
          Next: bet {stake} or more by {end}
        </Trans>
      ) : odds ? (
        <Trans>
          Next: bet at odds of {odds} or more by {end}
        </Trans>
      ) : (
        <Trans>Next: place a bet by {end}</Trans>
      )}{' '}
      · <Link href="/">{t`See matches`}</Link>
    </>
  )
}
