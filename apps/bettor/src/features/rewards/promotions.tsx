import { Trans, useLingui } from '@lingui/react/macro'
import { promotions as calls, type PromotionRow } from '@nare/contract/promotions'
import { useState, type ReactNode } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useRead } from '../../state/use-read.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { OnBreak } from './on-break.tsx'
import { PromotionCard } from './promotion-card.tsx'
import { groupsOf } from './promotion-groups.ts'
import style from './rewards.module.css'
import { useLang } from './use-lang.ts'

/** The cards of running, joined and recently ended promotions; during a break the reason why there are none. */
export function Promotions() {
  const pause = useExclusion()
  return (
    <section className={style.page}>
      <h1>
        <Trans>Promotions</Trans>
      </h1>
      {pause ? <OnBreak of={pause} /> : <List />}
    </section>
  )
}

function List() {
  const { i18n } = useLingui()
  const lang = useLang()
  const { body, failed, loading, again } = useRead(calls.promotions, { lang }, 0)
  if (!body && failed && !loading) return <Retry why={failureText(i18n, failed)} again={again} />
  if (!body) return <Skeleton rows={6} />
  if (body.data.length === 0) return <Nothing />
  return <Groups rows={body.data} onChanged={again} />
}

function Groups({ rows: all, onChanged }: { rows: readonly PromotionRow[]; onChanged: () => void }) {
  const { t } = useLingui()
  const [openAtFirst] = useState(() => new Set(groupsOf(all).open.map((row) => row.promotion_id)))
  const { joined, open, ended } = groupsOf(all, openAtFirst)
  const group = (name: string, rows: readonly PromotionRow[]) => (
    <Group name={name} rows={rows} isNamed={joined.length > 0 || ended.length > 0} onChanged={onChanged} />
  )
  return (
    <>
      {group(t`Yours`, joined)}
      {group(t`Open to join`, open)}
      {group(t`Used and ended`, ended)}
    </>
  )
}

type GroupProps = { name: string; rows: readonly PromotionRow[]; isNamed: boolean; onChanged: () => void }

function Group({ name, rows, isNamed, onChanged }: GroupProps): ReactNode {
  if (rows.length === 0) return null
  return (
    <section aria-label={name}>
      {isNamed && <h2>{name}</h2>}
      <ul className={style.cards}>
        {rows.map((row) => (
          <PromotionCard key={row.promotion_id} promotion={row} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

function Nothing() {
  return (
    <NothingHere drawing="page" href="/how-to-play" link={<Trans>How the boost works</Trans>}>
      <Trans>No promotions for you right now. The boost on several picks is always there</Trans>
    </NothingHere>
  )
}
