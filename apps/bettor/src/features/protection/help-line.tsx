import { Trans } from '@lingui/react/macro'
import style from './protection.module.css'

/** The number of the gambling help line as a phone link; renders nothing without a number. */
export function HelpLine({ number }: { number: string }) {
  if (!number) return null
  return (
    <p className={style.help}>
      <Trans>Help line</Trans> <a href={`tel:${number}`}>{number}</a>
    </p>
  )
}
