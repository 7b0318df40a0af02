import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { useState } from 'react'
import { Link } from 'wouter'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { selfExclude } from '../../state/calls-protection.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Period } from './break-end.ts'
import { ConfirmBreak } from './confirm-break.tsx'
import { HelpLine } from './help-line.tsx'
import type { ProtectionData } from './protection-data.ts'
import style from './protection.module.css'

type ActiveExclusion = ProtectionData['exclusion']
type BreaksProps = { active: ActiveExclusion; helpLine: string; onChanged: () => void }

/** Starts a break (one day to six weeks) or a self-exclusion (six months to five years): immediate and irrevocable. */
export function Breaks({ active, helpLine, onChanged }: BreaksProps) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const [chosen, setChosen] = useState<Period | undefined>()
  const [begun, setBegun] = useState<Period | undefined>()
  const [error, setError] = useState<string | undefined>()
  const modal = useApp((state) => state.data.modal)
  const duration = useApp((state) => state.data.self_exclusion_time)
  const periodNames: Readonly<Record<Period, string>> = {
    '24h': t`24 hours`,
    '7d': t`7 days`,
    '30d': t`30 days`,
    '6w': t`6 weeks`,
    '6m': t`6 months`,
    '1y': t`1 year`,
    '5y': t`5 years`,
  }
  const { busy, once } = useOnce()
  const start = (period: Period): Promise<void> =>
    once(async () => {
      const result = await send(selfExclude({ period }))
      setChosen(undefined)
      if (selfExclude.rejected.match(result)) return setError(result.payload && failureText(i18n, result.payload))
      setError(undefined)
      setBegun(period)
      onChanged()
    })
  const choices = (periods: readonly Period[]) => (
    <div className={style.choices}>
      {periods.map((period) => (
        <Button key={period} look="soft" small disabled={busy} onClick={() => setChosen(period)}>
          {periodNames[period]}
        </Button>
      ))}
    </div>
  )
  return (
    <div id="break" tabIndex={-1}>
      <h3>{t`Take a break`}</h3>
      {choices(['24h', '7d', '30d', '6w'])}
      <h3>{t`Exclude yourself`}</h3>
      {choices(['6m', '1y', '5y'])}
      <Notice>{error}</Notice>
      {chosen !== undefined && (
        <ConfirmBreak
          key={chosen}
          period={chosen}
          name={periodNames[chosen]}
          helpLine={helpLine}
          busy={busy}
          onStart={() => void start(chosen)}
          onCancel={() => setChosen(undefined)}
        />
      )}
      <Sheet
        open={modal === 'self-exclusion'}
        title={t`Your break has started`}
        closeLabel={t`Close`}
        onClose={() => send(data.actions.reset('modal'))}
      >
        <div className={style.confirm}>
          <p>
            <b>{begun && i18n.locale !== 'en' ? periodNames[begun] : duration}</b>
          </p>
          <Begun active={active} />
          <HelpLine number={helpLine} />
          <p>
            <Link href="/withdraw" onClick={() => send(data.actions.reset('modal'))}>{t`Withdraw your money`}</Link>
          </p>
        </div>
      </Sheet>
    </div>
  )
}

/** Confirms what has started: the server's message in English, else a translated sentence from the current exclusion. */
function Begun({ active }: { active: ActiveExclusion }) {
  const { i18n } = useLingui()
  const message = useApp((state) => state.data.self_exclusion_message)
  if (i18n.locale === 'en' || !active) return <p>{message}</p>
  const until = dateWithYear(active.until, i18n.locale)
  return (
    <p>
      {active.kind === 'exclusion' ? (
        <Trans>You are excluded from betting until {until}. You can still log in and withdraw your money</Trans>
      ) : (
        <Trans>You are taking a break from betting until {until}. You can still log in and withdraw your money</Trans>
      )}
    </p>
  )
}
