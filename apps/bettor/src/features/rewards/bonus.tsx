import { Trans, useLingui } from '@lingui/react/macro'
import { bonus as calls } from '@nare/contract/bonus'
import { Amount } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { GrantCard } from './grant-card.tsx'
import style from './rewards.module.css'

/** The profile's bonus tab: each grant with its remaining amount, wagering progress and end; then ended grants. */
export function Bonus() {
  const { t, i18n } = useLingui()
  const user = useApp(({ auth }) => auth.user)
  const pause = useExclusion()
  const [cancelled, setCancelled] = useState<string | undefined>()
  const { body, failed, loading, again } = useRead(calls.bonus, {}, 0)
  if (!body && failed && !loading) return <Retry why={failureText(i18n, failed)} again={again} />
  if (!body) return <Skeleton rows={4} />
  const active = body.data.filter(({ state }) => state === 'active')
  const ended = body.data.filter(({ state }) => state !== 'active')
  const onCancelled = (message: string): void => {
    setCancelled(message)
    again()
  }
  return (
    <section className={style.bonus} aria-label={t`Bonus`}>
      <h2 className="unseen">{t`Bonus`}</h2>
      <p className={style.sum}>
        <span>{t`Bonus money`}</span>{' '}
        <b>
          <Amount value={user?.bonus} />
        </b>
      </p>
      <Notice tone="good">{cancelled}</Notice>
      {active.length > 0 && (
        <p className={style.note}>
          <Trans>Spent on sports bets once your cash is used. It becomes cash when its betting is done.</Trans>
        </p>
      )}
      <ul className={style.cards}>
        {active.map((grant) => (
          <GrantCard key={grant.grant_id} grant={grant} cash={user?.balance} onCancelled={onCancelled} />
        ))}
      </ul>
      {active.length === 0 && <Nothing isPaused={pause !== undefined} />}
      {ended.length > 0 && (
        <>
          <h3>{t`Past bonuses`}</h3>
          <ul className={style.cards}>
            {ended.map((grant) => (
              <GrantCard key={grant.grant_id} grant={grant} cash={user?.balance} onCancelled={onCancelled} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Shown without grants: a link to promotions, unless promotions may not be shown to the bettor. */
function Nothing({ isPaused }: { isPaused: boolean }) {
  const { t } = useLingui()
  return (
    <NothingHere
      drawing="statement"
      href={isPaused ? '/responsible-gambling' : '/promotions'}
      link={isPaused ? t`Help and limits` : t`See promotions`}
    >
      <Trans>You have no bonus money</Trans>
    </NothingHere>
  )
}
