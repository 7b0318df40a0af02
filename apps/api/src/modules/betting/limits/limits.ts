import type { operatorTradingLimits as contract } from '@nare/contract/operator-trading-hands'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, formatPrice, price } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import type { Levels, LevelView, Settings } from '#modules/settings/settings'
import type { Handlers } from '#platform/calls'
import { holdsByHand } from '../placing/limits.ts'
import { openLimits, settingOf } from './change.ts'
import { bettingSettings } from '../settings.ts'

type Deps = {
  readonly settings: Settings
  readonly levels: Levels
  readonly catalog: Pick<Catalog, 'hands'>
}
type Rule = Answer<typeof contract.tradingRules>['data'][number]
type Stop = Answer<typeof contract.tradingRules>['stops'][number]

const rulesMax = 1_000

/** The operators' calls that set limits, and show what is set at all levels. */
export function limitRoutes(deps: Deps): Handlers<typeof contract> {
  const { settings, levels, catalog } = deps

  /** The limits of all, which are settings of the house. */
  function rulesOfAll(): Rule[] {
    const known = settings.list()
    return (['liability', 'stake'] as const).flatMap((kind) => {
      const found = known.find(({ key }) => key === settingOf[kind].key)
      if (!found) return []
      const next = found.next && { ...found.next, value: found.next.value === null ? null : String(found.next.value) }
      const { value, since, by } = found
      return [{ kind, level: 'all', id: '', value: String(value), since, by, ...(next && { next }) }] satisfies Rule[]
    })
  }

  /** The limit that a match has because a person has made it, unless one of its own holds instead. */
  function ruleOfHand(id: string): Rule[] {
    const amount = settings.now()(bettingSettings.handLiabilityMax)
    const isOther = levels
      .now()
      .of('liability', { match: id })
      .some((rule) => rule.level === 'match' && holdsByHand(rule, amount))
    return isOther ? [] : [{ kind: 'liability', level: 'match', id, value: formatMoney(amount), since: null, by: null }]
  }

  return {
    setLimit: openLimits(deps),
    async matchHands({ match_id }) {
      const hands = await catalog.hands.on(match_id)
      if (!hands) return refused('not_found')
      const { part, stops, prices, voids } = hands
      const concerned: Readonly<Record<LevelView['level'], (id: string) => boolean>> = {
        all: () => true,
        sport: (id) => id === part.sportId,
        competition: (id) => id === part.competitionId,
        match: (id) => id === match_id,
        market: (id) => !id.includes(':') || id.startsWith(`${match_id}:`),
      }
      return done({
        stops: stops.map(stopView),
        prices: prices.map(({ marketId, line, oddKey, by, since, ...at }) => ({
          ...{ sub_type_id: String(marketId), line, odd_key: oddKey, by, since: since.toISOString() },
          ...{ price: priceText(at.price), model: priceText(at.model) },
        })),
        voids: voids.map(({ marketId, line = null, oddKey = null, by, since }) => ({
          ...{ sub_type_id: marketId, line, odd_key: oddKey, by, since: since.toISOString() },
        })),
        rules: [
          ...rulesOfAll(),
          ...levels
            .list()
            .filter(({ level, id }) => concerned[level](id))
            .map(ruleView),
          ...(part.isByHand ? ruleOfHand(match_id) : []),
        ],
      })
    },
    async tradingRules({ level }) {
      const rules = [...rulesOfAll(), ...levels.list().map(ruleView)]
      const data = rules.filter((rule) => level === undefined || rule.level === level).slice(0, rulesMax)
      return done({ data, stops: (await catalog.hands.highStops()).map(stopView) })
    },
  }
}

const priceText = (thousandths: number | null): string | null =>
  thousandths === null ? null : formatPrice(price(BigInt(thousandths)))

type SetStop = Awaited<ReturnType<Catalog['hands']['highStops']>>[number]

const stopView = ({ level, id, line, oddKey, by, since }: SetStop): Stop => ({
  ...{ level, id, line, odd_key: oddKey, by, since: since?.toISOString() ?? null },
})

const ruleView = ({ kind, level, id, value, since, by, next }: LevelView): Rule => ({
  ...{ kind, level, id, value, since: since?.toISOString() ?? null, by },
  ...(next && { next: { value: next.value, from: next.from.toISOString(), by: next.by } }),
})
