import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { shortTime } from '@nare/ui/format'
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useTogglePick } from '../../../odds/use-toggle-pick.ts'
import type { BuildPlaceProps } from '../../../slip/build-place.ts'
import { serverNow } from '../../../state/browser.ts'
import { useApp } from '../../../state/hooks.ts'
import { pickOf, type Pick, type PickPart } from '../../../state/picks.ts'
import { useMatchNow } from '../clock.tsx'
import { Additions } from './additions.tsx'
import { BuilderFoot } from './builder-foot.tsx'
import { BuilderPicks } from './builder-picks.tsx'
import { canSwap, type Reason, type Refused } from './clash-text.ts'
import { forgetPicks, keepPicks, keptPicks } from './picks-kept.ts'
import { pickKey, together } from './together.ts'
import { partsMin, useCombination } from './use-combination.ts'
import style from './build.module.css'

type BuilderProps = { match: MatchView; Place: ComponentType<BuildPlaceProps>; onDone: () => void }

/** The picks of one match at one price: the picks, what they have together, what can be added, and what places them or puts them into the slip. */
export function Builder({ match, Place, onDone }: BuilderProps) {
  const { i18n, t } = useLingui()
  const { match_id, home_team, away_team, start_time, game_id } = match
  const inSlip = useApp(({ betting }) => betting.slip.find((pick) => pick.match_id === match_id))
  const [picks, setPicks] = useState<readonly PickPart[]>(() => keptPicks(match_id) ?? seeded(inSlip))
  const [refused, setRefused] = useState<Refused | undefined>()
  const [seen, setSeen] = useState<readonly PickPart[]>([])
  const list = useRef<HTMLDivElement>(null)
  const judge = useJudge(match)
  const { now, withPick, again } = useCombination(match_id, picks, seen)
  const toggle = useTogglePick()
  useEffect(() => keepPicks(match_id, picks), [match_id, picks])

  const change = (changed: readonly PickPart[]): void => {
    setPicks(changed)
    setRefused(undefined)
  }
  /** The focus does not get lost with the key that was pressed. */
  const changeFromList = (changed: readonly PickPart[]): void => {
    change(changed)
    list.current?.focus()
  }
  const without = (gone: readonly PickPart[]): readonly PickPart[] =>
    picks.filter((pick) => gone.every((one) => pickKey(one) !== pickKey(pick)))
  /** Whether the refused pick goes with the rest once those that it does not go with are gone. */
  const mayTakePlace = ({ part, reason }: Refused): boolean =>
    canSwap(reason) && !judge.clash(part, without(reason.others))
  const press = (part: PickPart, reason: Reason | undefined): void => {
    if (picks.some((pick) => pickKey(pick) === pickKey(part))) change(without([part]))
    else if (reason) setRefused({ part, reason })
    else change([...picks, part])
  }
  const combined = now?.answer
  const whole = (): BuildPlaceProps['pick'] => {
    if (picks.length < partsMin) return 'too_few'
    if (!combined?.odd_value) return combined ? 'no_price' : 'asked'
    const parts = picks.toSorted((a, b) => keyPlace(combined.odd_key, a) - keyPlace(combined.odd_key, b))
    const market = { sub_type_id: combined.sub_type_id, name: t`Build a bet`, special_bet_value: '' }
    const outcome = { odd_key: combined.odd_key, display: parts.map(({ display }) => display).join(' + ') }
    return { ...pickOf(match, market, outcome, combined.odd_value), parts }
  }
  const pick = whole()
  return (
    <div className={style.builder}>
      <p className={style.match}>
        <span>
          {home_team} v {away_team} · {shortTime(start_time, { locale: i18n.locale, nowMs: serverNow() })} ·{' '}
          <span className="num">{game_id}</span>
        </span>
        {picks.length > 0 && <button type="button" onClick={() => changeFromList([])}>{t`Clear`}</button>}
      </p>
      <div ref={list} tabIndex={-1} className={style.picked}>
        <BuilderPicks
          match={match}
          picks={picks}
          combined={combined}
          onRemove={(part) => changeFromList(without([part]))}
        />
      </div>
      <Additions match={match} picks={picks} judge={judge} withPick={withPick} onPress={press} onSeen={setSeen} />
      <BuilderFoot
        match={match}
        picks={picks}
        now={picks.length >= partsMin ? now : undefined}
        refused={refused}
        canSwap={refused !== undefined && mayTakePlace(refused)}
        onSwap={({ part, reason }) => changeFromList([...without(reason.others), part])}
        onRetry={again}
      >
        <Place
          match_id={match_id}
          pick={pick}
          onAdd={() => typeof pick !== 'string' && inSlip?.ucn !== pick.ucn && toggle(pick)}
          onDone={() => {
            forgetPicks()
            onDone()
          }}
        />
      </BuilderFoot>
    </div>
  )
}

/** A combination of the match in the slip is built on; so is a single pick. */
function seeded(inSlip: Pick | undefined): readonly PickPart[] {
  if (!inSlip) return []
  const { sub_type_id, odd_key, display, market } = inSlip
  if (inSlip.parts) return inSlip.parts
  return together(undefined).clash(inSlip, []) ? [] : [{ sub_type_id, odd_key, display, market }]
}

/** The place of a part in the key of a combination. */
const keyPlace = (oddKey: string, part: PickPart): number => oddKey.split(' and ').indexOf(pickKey(part))

/** Which picks go together by the scores that the match can still end with. */
function useJudge(match: MatchView) {
  const { state, home_score, away_score, minute, at_half_time } = useMatchNow(match)
  const isPlayed = state === 'live' && home_score !== null && away_score !== null
  const isFirstHalfOver = at_half_time || (minute ?? 0) > 45
  return useMemo(
    () => together(isPlayed ? { home: home_score, away: away_score, isFirstHalfOver } : undefined),
    [isPlayed, home_score, away_score, isFirstHalfOver],
  )
}
