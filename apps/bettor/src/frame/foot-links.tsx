import { Trans, useLingui } from '@lingui/react/macro'
import type { Settings } from '@nare/contract/content'
import { Link } from 'wouter'
import { houseName } from '../i18n/house-name.ts'
import { useApp } from '../state/hooks.ts'
import style from './foot-links.module.css'

type Operator = Settings['operator']

/** Who holds the licence, as far as the house has said it. */
function Holder({ of: { company, address, licence, licence_from: since, regulator } }: { of: Operator }) {
  const { t } = useLingui()
  return (
    <p>
      {[
        company,
        address,
        licence && (since ? t`Licence ${licence} of ${since}` : t`Licence ${licence}`),
        regulator && t`Licensed by the ${regulator}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/** Links to help, limits and legal pages, the minimum age, and who holds the licence. */
export function FootLinks() {
  const { t } = useLingui()
  const settings = useApp(({ data }) => data.app_config)
  const age = settings?.min_age ?? 18
  const line = settings?.contacts['help_line']
  return (
    <footer className={style.foot}>
      <nav aria-label={houseName}>
        <Link href="/responsible-gambling">{t`Limits and help`}</Link>
        <Link href="/how-to-play">{t`How to play`}</Link>
        <Link href="/terms-and-conditions">{t`Terms and conditions`}</Link>
        <Link href="/privacy-policy">{t`Privacy policy`}</Link>
        <Link href="/cookie-policy">{t`Cookie policy`}</Link>
        <Link href="/dispute-resolution">{t`Dispute resolution`}</Link>
        <Link href="/anti-money-laundering">{t`Anti money laundering`}</Link>
      </nav>
      <p>
        <b className={style.age}>{age}+</b> {t`Betting can be addictive. Bet only what you can afford to lose.`}{' '}
        {line && (
          <a href={`tel:${line}`}>
            <Trans>Free help: {line}</Trans>
          </a>
        )}
      </p>
      {settings && <Holder of={settings.operator} />}
    </footer>
  )
}
