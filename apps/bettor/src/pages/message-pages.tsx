import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import style from './pages.module.css'

export function NotFound() {
  return (
    <section className={style.message}>
      <h1>
        <Trans>There is no such page</Trans>
      </h1>
      <p>
        <Trans>The address may be old or mistyped.</Trans>
      </p>
      <Link href="/">
        <Trans>Go to today's matches</Trans>
      </Link>
    </section>
  )
}

/** A page whose content is not open yet: a message, with links to open pages. */
export function NotOpenYet({ title }: { title: string }) {
  return (
    <section className={style.message}>
      <h1>{title}</h1>
      <p>
        <Trans>This part is not open yet. Nothing here takes bets or money.</Trans>
      </p>
      <Link href="/">
        <Trans>Go to today's matches</Trans>
      </Link>
    </section>
  )
}
