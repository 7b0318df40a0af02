import { currencySign } from '@nare/ui/format'
import { operatorMatches } from '@nare/contract/operator-trading'
import { operatorTradingHands, operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useRef, useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Keys } from '../../parts/controls.tsx'
import { closeForms } from '../../parts/open-form.ts'
import { countText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../wire/me.ts'
import { send } from '../../wire/send.ts'
import type { BoardLine } from './board-rows.ts'
import { Kept } from './kept.tsx'
import style from './match-panel.module.css'

type Props = { readonly matches: readonly BoardLine[]; readonly onClear: () => void }
type Asked = 'suspend' | 'open' | 'margin' | 'limit'

/** The matches that are chosen together, in place of the one with the cursor, and what is done to all of them. */
export function Several({ matches, onClear }: Props) {
  const may = useMay()('trading.act')
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Asked): void => {
    if (closeForms()) setAsked(what)
  }
  const close = (): void => setAsked(undefined)
  const areHeld = matches.every(({ held }) => held)
  const verb = areHeld ? 'open' : 'suspend'
  useKeys([
    { keys: ['s'], label: `${verb} all chosen`, press: () => ask(verb), on: may && asked !== verb },
    { keys: ['m'], label: 'margin', press: () => ask('margin'), on: may && asked !== 'margin' },
    { keys: ['l'], label: 'limits', press: () => ask('limit'), on: may && asked !== 'limit' },
  ])
  return (
    <div className={style.panel}>
      <header className={style.panelHead}>
        <h2>{matchesText(matches)} chosen</h2>
      </header>
      {(asked === 'suspend' || asked === 'open') && (
        <SuspendSeveral key={asked} matches={matches} suspend={asked === 'suspend'} onClose={close} />
      )}
      {(asked === 'margin' || asked === 'limit') && (
        <RuleOfSeveral key={asked} matches={matches} kind={asked} onClose={close} />
      )}
      <ul className={style.several} aria-label="Chosen matches">
        {matches.map(({ match_id, home_team, away_team, worst, bets }) => (
          <li key={match_id}>
            <span>
              {home_team} – {away_team}
            </span>
            {bets > 0 && <Kept loses={worst} />}
          </li>
        ))}
      </ul>
      <div className={style.foot}>
        {may && (
          <>
            <Button look={areHeld ? 'primary' : 'soft'} disabled={asked === verb} onClick={() => ask(verb)}>
              {areHeld ? 'Open again' : 'Suspend'} <Keys names={['s']} />
            </Button>
            <Button look="soft" onClick={() => ask('margin')}>
              Margin <Keys names={['m']} />
            </Button>
            <Button look="soft" onClick={() => ask('limit')}>
              Limit <Keys names={['l']} />
            </Button>
          </>
        )}
        <Button look="plain" onClick={onClear}>
          Choose none
        </Button>
      </div>
    </div>
  )
}

const matchesText = ({ length }: readonly unknown[]): string =>
  `${countText(length)} ${length === 1 ? 'match' : 'matches'}`

type FormProps = { readonly matches: readonly BoardLine[]; readonly onClose: () => void }

/** Suspends the chosen matches one after another, or opens them: each has its own line in the log. */
function SuspendSeveral({ matches: given, suspend, onClose }: FormProps & { readonly suspend: boolean }) {
  // What the person meant stays, also when the choice changes meanwhile.
  const [matches] = useState(given)
  const reasonOf = useRef('')
  const [did, setDid] = useState(1)
  const [failed, setFailed] = useState<readonly string[]>([])
  const [first, ...others] = matches
  if (!first) return null
  const rest = async (): Promise<void> => {
    for (const { match_id, home_team, away_team } of others) {
      const { state } = await send(operatorMatches.suspendMatch, { match_id, suspend, reason: reasonOf.current })
      if (state === 'done') setDid((before) => before + 1)
      else setFailed((before) => [...before, `${home_team} – ${away_team}`])
    }
  }
  const verb = suspend ? 'suspended' : 'open again'
  return (
    <ActionForm
      route={operatorMatches.suspendMatch}
      title={suspend ? `Suspend ${matchesText(matches)}` : `Open ${matchesText(matches)}`}
      sentence={
        suspend
          ? `No bet on these ${matchesText(matches)} is taken any more, until a person opens them again.`
          : 'Bets on them are taken again, as far as the feed allows.'
      }
      action={suspend ? 'Suspend all' : 'Open all'}
      danger={suspend}
      reasons={suspend ? ['Something that the feed misses', 'The prices are wrong', 'Unusual bets'] : undefined}
      input={({ reason }) => {
        reasonOf.current = reason
        return { match_id: first.match_id, suspend, reason }
      }}
      onDone={() => void rest()}
      done={() =>
        `${countText(did)} of ${countText(matches.length)} ${verb}.${failed.length > 0 ? ` Try again: ${failed.join(', ')}.` : ''}`
      }
      onClose={onClose}
    />
  )
}

/** A margin, or the most on one bet, of each of the chosen matches. */
function RuleOfSeveral({ matches, kind, onClose }: FormProps & { readonly kind: 'margin' | 'limit' }) {
  const [value, setValue] = useState('')
  const text = value.trim()
  const isValue = kind === 'margin' ? /^\d{1,2}(\.\d{1,2})?$/.test(text) : /^\d{1,10}(\.\d{1,2})?$/.test(text)
  const ids = matches.map(({ match_id }) => match_id)
  const form = {
    title: kind === 'margin' ? 'Change the margins' : 'Change the most on one bet',
    sentence:
      kind === 'margin'
        ? `Of each of the ${matchesText(matches)}. It holds for prices that are made from now on. A lower one needs a second person.`
        : `Of each of the ${matchesText(matches)}. The strictest limit of all levels holds. A higher one needs a second person.`,
    action: 'Change it',
    missing: isValue ? undefined : `Enter ${kind === 'margin' ? 'a percentage' : 'an amount'}`,
    done: () => 'Done. It holds in every process within seconds.',
    onClose,
    children: (
      <Field
        label={kind === 'margin' ? 'Percent' : currencySign()}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        data-first
        onChange={({ target }) => setValue(target.value)}
      />
    ),
  }
  if (kind === 'margin')
    return (
      <ActionForm
        route={operatorTradingHands.setMargin}
        {...form}
        input={({ reason, id }) => ({ id, level: 'match' as const, ids, percent: text, reason })}
      />
    )
  return (
    <ActionForm
      route={operatorTradingLimits.setLimit}
      {...form}
      input={({ reason, id }) => ({ id, level: 'match' as const, ids, stake: text, reason })}
    />
  )
}
