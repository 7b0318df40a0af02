import { zoneCity } from '../../../parts/format.ts'
import { catalog } from '@nare/contract/catalog'
import { operatorFixtures } from '@nare/contract/operator-trading-results'
import { parsePrice } from '@nare/money/money'
import { Field } from '@nare/ui/field'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ChoiceField } from '../../../parts/choice-field.tsx'
import { Empty, Head } from '../../../parts/controls.tsx'
import { momentOf } from '../../../parts/moment.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { kindOf } from './result-fields.ts'
import style from './results.module.css'

const newOne = ''
const nothing = {
  competition: '',
  home: '',
  away: '',
  start: '',
  home_odd: '',
  neutral_odd: '',
  away_odd: '',
  over: '',
  under: '',
}
type Typed = typeof nothing

/** Makes a match that no feed has. */
export function FixturePage() {
  const mayAct = useMay()('trading.act')
  const navigate = useNavigate()
  const [sport, setSport] = useState('79')
  const [chosen, setChosen] = useState(newOne)
  const [typed, setTyped] = useState<Typed>(nothing)
  const sports = useRead(catalog.sports, {}).data?.data ?? []
  const competitions = (useRead(catalog.competitions, { sport_id: sport }).data?.data ?? []).flatMap(
    (one) => one.competitions,
  )
  if (!mayAct) return <Empty>You may not make matches.</Empty>
  const kind = kindOf(sport)
  const missing = missingOf(typed, { isNew: chosen === newOne, isSoccer: kind === 'soccer' })
  const input = (
    name: keyof Typed,
    label: string,
    more: { hint?: string; type?: string; inputMode?: 'decimal' } = {},
  ) => (
    <Field
      label={label}
      value={typed[name]}
      autoComplete="off"
      {...more}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  const price = (text: string) => (text.trim() === '' ? {} : { value: text.trim() })
  const optional = <K extends string>(name: K, text: string): Partial<Record<K, string>> => {
    const { value } = price(text)
    return value === undefined ? {} : ({ [name]: value } as Record<K, string>)
  }
  return (
    <div className={style.page}>
      <Head title="A match by hand" about="For a match that no feed has" />
      <div className={style.form}>
        <ActionForm
          route={operatorFixtures.createFixture}
          title="New match"
          sentence="The model of the sport prices all its markets from these prices. You enter what happens in it, and its result."
          action="Create the match"
          missing={missing}
          input={({ reason, id }) => ({
            ...{ id, reason, sport_id: sport, home_team: typed.home.trim(), away_team: typed.away.trim() },
            ...(chosen === newOne ? { competition_name: typed.competition.trim() } : { competition_id: chosen }),
            start_time: momentOf(typed.start) ?? '',
            prices: {
              ...{ home_odd: typed.home_odd.trim(), away_odd: typed.away_odd.trim() },
              ...(kind !== 'tennis' && optional('neutral_odd', typed.neutral_odd)),
              ...(kind === 'soccer' && { ...optional('over', typed.over), ...optional('under', typed.under) }),
            },
          })}
          done={({ match_id }) => (
            <>
              Match {match_id} takes bets.{' '}
              <Link to="/trading/matches/$id" params={{ id: match_id }}>
                Open it
              </Link>
            </>
          )}
          onClose={() => void navigate({ to: '/trading' })}
        >
          <ChoiceField
            label="Sport"
            value={sport}
            options={sports.length > 0 ? sports.map(({ sport_id }) => sport_id) : [sport]}
            textOf={(id) => sports.find(({ sport_id }) => sport_id === id)?.name ?? 'Soccer'}
            onChange={(next) => {
              setSport(next)
              setChosen(newOne)
            }}
            data-first
          />
          <ChoiceField
            label="Competition"
            value={chosen}
            options={[newOne, ...competitions.map(({ competition_id }) => competition_id)]}
            textOf={(id) => competitions.find(({ competition_id }) => competition_id === id)?.name ?? 'A new one'}
            onChange={setChosen}
          />
          {chosen === newOne && input('competition', 'Name of the competition')}
          <div className={style.sides}>
            {input('home', 'Home')}
            {input('away', 'Away')}
          </div>
          {input('start', `Kick-off in ${zoneCity()}`, { type: 'datetime-local' })}
          <div className={style.prices}>
            {input('home_odd', kind === 'soccer' ? '1' : 'Home wins', { inputMode: 'decimal' })}
            {kind !== 'tennis' && input('neutral_odd', kind === 'soccer' ? 'X' : 'Draw', { inputMode: 'decimal' })}
            {input('away_odd', kind === 'soccer' ? '2' : 'Away wins', { inputMode: 'decimal' })}
            {kind === 'soccer' && input('over', 'Over 2.5', { inputMode: 'decimal' })}
            {kind === 'soccer' && input('under', 'Under 2.5', { inputMode: 'decimal' })}
          </div>
        </ActionForm>
      </div>
    </div>
  )
}

/** Why the match cannot be made yet. */
function missingOf(typed: Typed, { isNew, isSoccer }: { isNew: boolean; isSoccer: boolean }): string | undefined {
  if (isNew && typed.competition.trim().length < 2) return 'Name the competition'
  if (typed.home.trim().length < 2 || typed.away.trim().length < 2) return 'Name both sides'
  if (momentOf(typed.start) === undefined) return 'Give the kick-off'
  const needed = [typed.home_odd, ...(isSoccer ? [typed.neutral_odd] : []), typed.away_odd]
  if (needed.some((text) => parsePrice(text.trim()) === undefined)) return 'Give the prices, as 2.10'
  const others = [typed.over, typed.under].filter((text) => text.trim() !== '')
  return others.some((text) => parsePrice(text.trim()) === undefined) ? 'Give the prices, as 2.10' : undefined
}
