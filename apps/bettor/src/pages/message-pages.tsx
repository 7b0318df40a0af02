import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import { useFeature } from '../state/use-feature.ts'
import { layoutOf } from './layout.ts'
import { usePageTitle } from './page-title.ts'
import style from './pages.module.css'

export function NotFound() {
  return (
    <section className={style.message}>
      <h1>
        <Trans>There is no such page</Trans>
      </h1>
      <EmptyState drawing="page" action={<ToMatches />}>
        <Trans>The address may be old or mistyped</Trans>
      </EmptyState>
    </section>
  )
}

/** Shown for a page whose feature the operator has switched off, with a link to another page. */
export function NotOpenYet({ page }: { page: string }) {
  return (
    <section className={`${style.message} ${layoutOf(page).backNav ? style.titled : ''}`}>
      <h1>{usePageTitle(page)}</h1>
      <Reason page={page} />
    </section>
  )
}

function Reason({ page }: { page: string }) {
  const isLeague = useFeature('league')
  const isSignedIn = useApp(({ auth }) => auth.isLoggedIn)
  switch (page) {
    case 'jackpot':
    case 'betslip-jackpot':
      return (
        <EmptyState drawing="bets" action={<ToMatches />}>
          <Trans>No jackpot is open now</Trans>
        </EmptyState>
      )
    case 'promotions':
    case 'promo':
      return (
        <EmptyState
          drawing="page"
          action={
            <Link href="/how-to-play">
              <Trans>How the boost works</Trans>
            </Link>
          }
        >
          <Trans>No promotion runs now. The boost on several picks is always there</Trans>
        </EmptyState>
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
      return (
        <EmptyState drawing="page" action={<ToMatches />}>
          <Trans>This page isn't open here</Trans>
        </EmptyState>
      )
  }
}

const link = (href: string, text: ReactNode) => <Link href={href}>{text}</Link>
const ToMatches = () => link('/', <Trans>See today's matches</Trans>)
const ToLeague = () => link('/nare-league', <Trans>Nare league</Trans>)
const ToHistory = () => link('/bet-history', <Trans>Bet history</Trans>)
