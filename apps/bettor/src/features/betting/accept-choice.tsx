import { useLingui } from '@lingui/react/macro'
import { stored } from '../../state/browser.ts'
import { betting, type Accept } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'

/** Which price changes are accepted without confirmation: higher ones, any, or none. */
export function AcceptChoice() {
  const { t } = useLingui()
  const send = useSend()
  const accept = useApp(({ betting: { accept: chosen } }) => chosen)
  const choose = (value: Accept): void => {
    stored.write('accept', value)
    send(betting.actions.set({ field: 'accept', value }))
  }
  return (
    <select
      aria-label={t`If odds change`}
      value={accept}
      onChange={(event) =>
        choose(event.target.value === 'any' ? 'any' : event.target.value === 'none' ? 'none' : 'higher')
      }
    >
      <option value="higher">{t`Accept higher odds`}</option>
      <option value="any">{t`Accept any odds`}</option>
      <option value="none">{t`Ask me first`}</option>
    </select>
  )
}
