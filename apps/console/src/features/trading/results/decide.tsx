import { catalog } from '@nare/contract/catalog'
import { Button } from '@nare/ui/button'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty, Facts, Head, Keys } from '../../../parts/controls.tsx'
import { labelOf, whenText } from '../../../parts/format.ts'
import { useKeys } from '../../../parts/keys.ts'
import { LoadFailed } from '../../../parts/load-failed.tsx'
import { serverNow } from '../../../wire/browser.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { DelayForm } from './delay-form.tsx'
import { ResultForm, type FormMatch } from './result-form.tsx'
import { VoidForm, type FormLine } from './void-form.tsx'
import style from './results.module.css'

/** A match with what people decide of it: its result, what is void, its live delay. */
export function DecidePage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead(catalog.match, { match_id: id })
  if (error) {
    return error.reply.status === 404 ? (
      <Empty>There is no match {id}.</Empty>
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Empty>Loading…</Empty>
  const { data: match } = data
  const { home_score, away_score, half_time } = match
  const score = home_score === undefined ? '–' : `${home_score}:${away_score}${half_time ? ` (${half_time})` : ''}`
  return (
    <div className={style.page}>
      <Head title={`${match.home_team} – ${match.away_team}`} about={`${match.competition_name} · ${match.game_id}`} />
      <Facts
        rows={[
          ['State', labelOf(match.state)],
          ['Score', [score, ...(match.periods ?? [])].join(' ')],
          ['Kick-off', whenText(match.start_time, serverNow())],
        ]}
      />
      <MatchDecisions match={match} lines={match.odds} />
    </div>
  )
}

const forms = ['result', 'void', 'delay'] as const
type Form = (typeof forms)[number]
const labels: Readonly<Record<Form, string>> = { result: 'Result', void: 'Void', delay: 'Live delay' }
const keys: Readonly<Record<Form, string>> = { result: 'r', void: 'v', delay: 'd' }

/** What people decide of a match, each behind its button and its key. */
export function MatchDecisions({ match, lines }: { match: FormMatch; lines: readonly FormLine[] }) {
  const may = useMay()
  const [open, setOpen] = useState<Form>()
  const allowed = forms.filter((form) => may(form === 'delay' ? 'trading.act' : 'trading.result'))
  useKeys(
    allowed.map((form) => ({
      keys: [keys[form]],
      label: labels[form].toLowerCase(),
      press: () => setOpen(form),
      on: open === undefined,
    })),
  )
  const close = (): void => setOpen(undefined)
  if (open === 'result') return <ResultForm match={match} onClose={close} />
  if (open === 'void') return <VoidForm match={match} lines={lines} onClose={close} />
  if (open === 'delay') return <DelayForm match={match} onClose={close} />
  return (
    <div className={style.buttons}>
      {allowed.map((form) => (
        <Button key={form} look="plain" onClick={() => setOpen(form)}>
          {labels[form]} <Keys names={[keys[form]]} />
        </Button>
      ))}
    </div>
  )
}
