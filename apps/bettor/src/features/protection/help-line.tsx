import { Trans } from '@lingui/react/macro'
import { useShown } from '../../state/calls-shown.ts'
import style from './protection.module.css'

/** The number of the gambling help line as a phone link; renders nothing without a number. */
export function HelpLine({ number }: { number: string }) {
  return number ? <Line number={number} /> : null
}

function Line({ number }: { number: string }) {
  useShown('help_line')
  return (
    <p className={style.help}>
      <Trans>Help line</Trans> <a href={`tel:${number}`}>{number}</a>
    </p>
  )
}
