import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { useShown } from '../../state/calls-shown.ts'
import { useApp } from '../../state/hooks.ts'
import style from './content.module.css'
import { ContentPageView } from './page.tsx'
import { SelfTest } from './self-test-form.tsx'

const live = { help: () => <HelpLine />, limits: () => <Ways />, 'self-test': () => <SelfTest /> }

/** Help, limits and the self-test; the help line is visible without scrolling. */
export function ResponsibleGambling() {
  return <ContentPageView page="responsible-gambling" live={live} />
}

function HelpLine() {
  const line = useApp(({ data }) => data.app_config?.contacts['help_line'])
  useShown('help_line')
  if (!line) return null
  return (
    <a className={style.help} href={`tel:${line}`}>
      <Icon name="info" />
      <span>
        <Trans>Free help, day and night: call</Trans> <b className="num">{line}</b>
      </span>
    </a>
  )
}

function Ways() {
  const { t } = useLingui()
  return (
    <p className={style.ways}>
      <Link href="/profile?tab=limits">{t`Set a limit`}</Link>
      <Link href="/profile?tab=limits">{t`Take a break`}</Link>
    </p>
  )
}
