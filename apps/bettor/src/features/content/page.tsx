import { useLingui } from '@lingui/react/macro'
import { pages, type Block, type ContentPage } from '@nare/contract/pages'
import { day } from '@nare/ui/format'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { pageOf } from '../../pages/layout.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePageTitle } from '../../pages/page-title.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { Blocks, type LiveParts } from './blocks.tsx'
import style from './content.module.css'

const freshMs = 600_000

type ViewProps = { page: ContentPage; live?: LiveParts; search?: (blocks: readonly Block[]) => ReactNode }

/** A content page of the operator: title, last update, summary, a search if it has one, text and interactive parts. */
export function ContentPageView({ page, live, search }: ViewProps) {
  const { i18n, t } = useLingui()
  const ownTitle = usePageTitle(page)
  const lang = i18n.locale === 'sw' ? 'sw' : 'en'
  const { body, failed, loading, again } = useRead(pages.page, { page, lang }, freshMs)
  if (!body) {
    if (!failed || loading) return <Skeleton />
    return (
      <div className={style.page}>
        <h1>{ownTitle}</h1>
        <Retry why={failureText(i18n, failed)} again={again} />
      </div>
    )
  }
  const { title, updated, summary, blocks } = body.data
  return (
    <article className={style.page} lang={body.data.lang}>
      <h1>{title}</h1>
      <p className={style.updated}>
        {t`Last updated`}{' '}
        <time dateTime={updated}>
          {day(`${updated}T12:00:00Z`, i18n.locale)} {updated.slice(0, 4)}
        </time>
      </p>
      <p className={style.summary}>{summary}</p>
      {search?.(blocks)}
      <Blocks blocks={blocks} {...(live && { live })} />
    </article>
  )
}

const legal: readonly ContentPage[] = [
  'privacy-policy',
  'cookie-policy',
  'dispute-resolution',
  'anti-money-laundering',
  'terms-and-conditions',
]

/** The legal page of the current path. */
export function LegalPage() {
  const [path] = useLocation()
  const page = legal.find((each) => each === pageOf(path))
  return page ? <ContentPageView page={page} /> : null
}
