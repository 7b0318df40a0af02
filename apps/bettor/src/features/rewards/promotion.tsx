import { Trans, useLingui } from '@lingui/react/macro'
import type { Block } from '@nare/contract/pages'
import { promotions as calls } from '@nare/contract/promotions'
import type { ComponentType } from 'react'
import { Link, useParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useLite } from '../../preferences/use-lite.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { useDate, useLastDay } from './dates.ts'
import { FactList } from './facts.tsx'
import { OnBreak } from './on-break.tsx'
import { OptIn } from './opt-in.tsx'
import { Promotions } from './promotions.tsx'
import { StateChip } from './state-chip.tsx'
import style from './rewards.module.css'
import { useLang } from './use-lang.ts'

type TermsProps = { terms: ComponentType<{ blocks: readonly Block[] }> }

/** The page of a promotion: main terms, the button to join, and the full terms. Without an id, the list of promotions. */
export function Promotion({ terms }: TermsProps) {
  const { id } = useParams<{ id?: string }>()
  const pause = useExclusion()
  if (!id) return <Promotions />
  if (!pause) return <One id={id} terms={terms} />
  return (
    <section className={style.page}>
      <h1>
        <Trans>Promotion</Trans>
      </h1>
      <OnBreak of={pause} />
    </section>
  )
}

function One({ id, terms: Terms }: TermsProps & { id: string }) {
  const { i18n, t } = useLingui()
  const lang = useLang()
  const lite = useLite()
  const date = useDate()
  const lastDay = useLastDay()
  const { body, failed, loading, again } = useRead(calls.promotion, { promotion_id: id, lang }, 0)
  if (!body) {
    if (!failed || loading) return <Skeleton rows={8} />
    return (
      <section className={style.page}>
        <h1>{t`Promotion`}</h1>
        {failed.code === 'not_found' ? <Gone /> : <Retry why={failureText(i18n, failed)} again={again} />}
      </section>
    )
  }
  const promotion = body.data
  const { title, summary, image, kind, state, facts, starts_at, ends_at } = promotion
  const [from, to] = [date(starts_at), lastDay(ends_at)]
  return (
    <section className={style.page}>
      <header className={style.top}>
        <div>
          <h1>
            {title} <StateChip state={state} />
          </h1>
          <p>{summary}</p>
        </div>
        {image && !lite && <img src={image} alt="" width="132" height="88" />}
      </header>
      <FactList kind={kind} facts={facts} />
      <p className={style.note}>
        <Trans>
          From {from} to {to}
        </Trans>
      </p>
      <OptIn promotion={promotion} onChanged={again} />
      <h2>{t`Full terms`}</h2>
      <div lang={promotion.lang} className={style.terms}>
        <Terms blocks={promotion.terms} />
      </div>
      <p className={style.note}>
        <Link href="/promotions">{t`All promotions`}</Link>
      </p>
    </section>
  )
}

function Gone() {
  return (
    <NothingHere drawing="page" href="/promotions" link={<Trans>All promotions</Trans>}>
      <Trans>This promotion isn't open to you, or it has ended</Trans>
    </NothingHere>
  )
}
