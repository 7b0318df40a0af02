import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { ChipRow } from '@nare/ui/chip-row'
import { useEffect, useEffectEvent, useState } from 'react'
import { moveByArrow } from '../../../odds/strip.tsx'
import type { PickPart } from '../../../state/picks.ts'
import { titleOf } from '../match-market.tsx'
import { byMarket, inGroup, type Group, type MarketLines } from '../markets.ts'
import { Addition } from './addition.tsx'
import type { Reason } from './clash-text.ts'
import { partOf } from './offer.ts'
import { pickKey, type together } from './together.ts'
import type { Combined } from './use-combination.ts'
import style from './build.module.css'

type AdditionsProps = {
  match: MatchView
  picks: readonly PickPart[]
  judge: ReturnType<typeof together>
  withPick: (part: PickPart) => Combined | undefined
  onPress: (part: PickPart, reason: Reason | undefined) => void
  /** Takes the picks in sight that can be added. */
  onSeen: (parts: readonly PickPart[]) => void
}

/** What the match has on offer, in the groups of its page: each pick with the price that all get with it, or why it cannot be added. */
export function Additions({ match, picks, judge, withPick, onPress, onSeen }: AdditionsProps) {
  const { t } = useLingui()
  const names: Readonly<Record<Group, string>> = {
    main: t`Main`,
    goals: t`Goals`,
    halves: t`Halves`,
    corners: t`Corners`,
    cards: t`Cards`,
    other: t`Other`,
  }
  // A line that was closed when the builder opened is not listed; a line that closes later keeps its place.
  const [closed] = useState(() => new Set(match.odds.filter(({ state }) => state === 'closed').map(lineKey)))
  const markets = byMarket(match.odds.filter((line) => !closed.has(lineKey(line))))
  const groups = (Object.keys(names) as Group[]).filter((group) =>
    markets.some(({ sub_type_id }) => inGroup(sub_type_id, group)),
  )
  const [chosen, choose] = useState<Group>('main')
  const group = groups.includes(chosen) ? chosen : (groups[0] ?? 'main')
  const shown = markets.filter(({ sub_type_id }) => inGroup(sub_type_id, group))
  const [inSight, setInSight] = useState<ReadonlyMap<string, PickPart>>(new Map())
  const see = (part: PickPart, isSeen: boolean): void =>
    setInSight((before) => {
      const after = new Map(before)
      if (isSeen) after.set(pickKey(part), part)
      else after.delete(pickKey(part))
      return after
    })
  const tell = useEffectEvent((seen: ReadonlyMap<string, PickPart>) => onSeen([...seen.values()]))
  useEffect(() => tell(inSight), [inSight])
  return (
    <section aria-label={t`Add a pick`} className={style.additions}>
      <div className={style.groups}>
        <b aria-hidden="true">{t`Add`}</b>
        <ChipRow
          label={t`Market groups`}
          items={groups.map((key) => ({ key, text: names[key] }))}
          value={group}
          onPick={choose}
          look="plain"
        />
        {picks.length > 0 && (
          <small aria-hidden="true">
            <Trans>becomes</Trans>
          </small>
        )}
      </div>
      {shown.map((market) => (
        <Market key={market.sub_type_id} match={match} market={market}>
          {market.lines.flatMap((line) =>
            line.odds.map((outcome) => (
              <Addition
                key={outcome.odd_key}
                match={match}
                line={line}
                outcome={outcome}
                picks={picks}
                judge={judge}
                combined={picks.length > 0 ? withPick(partOf(line, outcome)) : undefined}
                onPress={onPress}
                onSight={see}
              />
            )),
          )}
        </Market>
      ))}
    </section>
  )
}

const lineKey = ({ sub_type_id, special_bet_value }: MatchView['odds'][number]): string =>
  `${sub_type_id}/${special_bet_value}`

/** The outcomes of a line stand beside each other: over and under in pairs, others in threes. */
const isInPairs = ({ lines: [line] }: MarketLines): boolean => (line?.odds.length ?? 0) % 2 === 0

type MarketProps = { match: MatchView; market: MarketLines; children: React.ReactNode }

function Market({ match, market, children }: MarketProps) {
  useSubscription(`market:${match.match_id}:${market.sub_type_id}`)
  const title = titleOf(market, match)
  return (
    <>
      <h3>{title}</h3>
      <div
        role="group"
        aria-label={title}
        className={`odds ${style.keys}`}
        onKeyDown={moveByArrow}
        data-pairs={isInPairs(market) || undefined}
      >
        {children}
      </div>
    </>
  )
}
