import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import { useBusy } from './busy.tsx'
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

/** A page whose content is not open yet: says so, and offers what is. */
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

/** What stands while rows load: their boxes, so nothing moves when they come. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  useBusy()
  return (
    <div className={style.skeleton} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  )
}

/** Help, limits and age in the same place on every page. */
export function Foot() {
  const settings = useApp(({ data }) => data.app_config)
  const age = settings?.min_age ?? 18
  const line = settings?.contacts['help_line']
  return (
    <footer className={style.foot}>
      <nav aria-label="Nare">
        <Link href="/responsible-gambling">
          <Trans>Limits and help</Trans>
        </Link>
        <Link href="/how-to-play">
          <Trans>How to play</Trans>
        </Link>
        <Link href="/terms-and-conditions">
          <Trans>Terms and conditions</Trans>
        </Link>
        <Link href="/privacy-policy">
          <Trans>Privacy policy</Trans>
        </Link>
        <Link href="/cookie-policy">
          <Trans>Cookie policy</Trans>
        </Link>
        <Link href="/dispute-resolution">
          <Trans>Dispute resolution</Trans>
        </Link>
        <Link href="/anti-money-laundering">
          <Trans>Anti money laundering</Trans>
        </Link>
      </nav>
      <p>
        <b className={style.age}>{age}+</b>{' '}
        <Trans>Betting can be addictive. Bet only what you can afford to lose.</Trans>{' '}
        {line && (
          <a href={`tel:${line}`}>
            <Trans>Free help: {line}</Trans>
          </a>
        )}
      </p>
    </footer>
  )
}
