import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import { useFeature } from '../state/use-feature.ts'
import { NothingHere } from './nothing-here.tsx'
import { layoutOf } from './layout.ts'
import { PageBar } from './page-bar.tsx'
import { usePageTitle } from './page-title.ts'
import style from './pages.module.css'

export function NotFound() {
  const { t } = useLingui()
  return (
    <section className={style.message}>
      <h1>{t`There is no such page`}</h1>
      <EmptyState drawing="page" action={<ToMatches />}>{t`The address may be old or mistyped`}</EmptyState>
    </section>
  )
}

/** Shown for a page whose feature the operator has switched off, with a link to another page; with a bar where the frame has none. */
export function NotOpenYet({ page }: { page: string }) {
  const title = usePageTitle(page)
  const hasBar = layoutOf(page).header
  return (
    <>
      {!hasBar && <PageBar title={title} />}
      <section className={style.message}>
        {hasBar && <h1>{title}</h1>}
        <Reason page={page} />
      </section>
    </>
  )
}

function Reason({ page }: { page: string }) {
  const { t } = useLingui()
  const isLeague = useFeature('league')
  const isSignedIn = useApp(({ auth }) => auth.isLoggedIn)
  switch (page) {
    case 'jackpot':
    case 'betslip-jackpot':
      return <EmptyState drawing="bets" action={<ToMatches />}>{t`No jackpot is open now`}</EmptyState>
    case 'promotions':
    case 'promo':
      return (
        <NothingHere drawing="page" href="/how-to-play" link={t`How the boost works`}>
          <Trans>No promotion runs now. The boost on several picks is always there</Trans>
        </NothingHere>
      )
    case 'points':
    case 'leader-board':
      return (
        <EmptyState drawing="statement" action={isSignedIn ? <ToHistory /> : <ToMatches />}>
          <Trans>We don't count points yet. Every bet and shilling is in your history</Trans>
        </EmptyState>
      )
    case 'casino':
    case 'nare-games':
    case 'gameplay':
    case 'smart-soft':
    case 'smart-play':
      return (
        <EmptyState drawing="matches" action={isLeague ? <ToLeague /> : <ToMatches />}>
          <Trans>These games aren't open here</Trans>
        </EmptyState>
      )
    default:
      return <EmptyState drawing="page" action={<ToMatches />}>{t`This page isn't open here`}</EmptyState>
  }
}

const link = (href: string, text: ReactNode) => <Link href={href}>{text}</Link>
const ToMatches = () => link('/', <Trans>See today's matches</Trans>)
const ToLeague = () => link('/nare-league', <Trans>Nare league</Trans>)
const ToHistory = () => link('/bet-history', <Trans>Bet history</Trans>)
