import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import { Link } from 'wouter'
import style from './pages.module.css'

export function NotFound() {
  return (
    <section className={style.message}>
      <h1>
        <Trans>There is no such page</Trans>
      </h1>
      <EmptyState
        drawing="page"
        action={
          <Link href="/">
            <Trans>See today's matches</Trans>
          </Link>
        }
      >
        <Trans>The address may be old or mistyped.</Trans>
      </EmptyState>
    </section>
  )
}

/** A page whose content is not open yet: a message, with links to open pages. */
export function NotOpenYet({ title }: { title: string }) {
  return (
    <section className={style.message}>
      <h1>{title}</h1>
      <EmptyState
        drawing="page"
        action={
          <Link href="/">
            <Trans>See today's matches</Trans>
          </Link>
        }
      >
        <Trans>This part is not open yet. Nothing here takes bets or money.</Trans>
      </EmptyState>
    </section>
  )
}
