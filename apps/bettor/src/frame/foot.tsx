import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import style from '../pages/pages.module.css'
import { useApp } from '../state/hooks.ts'

/** The foot of every page: links to help, limits and legal pages, and the minimum age. */
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
