import { Trans } from '@lingui/react/macro'
import style from './protection.module.css'

/** The number that helps with gambling, as a link that calls it; nothing without one. */
export function HelpLine({ number }: { number: string }) {
  if (!number) return null
  return (
    <p className={style.help}>
      <Trans>Help line</Trans> <a href={`tel:${number}`}>{number}</a>
    </p>
  )
}
