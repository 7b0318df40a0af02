import type { consoleReferrals as calls, ReferredBet } from '@nare/contract/operator-trading-referrals'
import { done } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { playTotalsSince } from '#modules/ledger/ledger'
import { stakePercentsOf } from '#modules/protection/protection'
import type { Handlers } from '#platform/calls'
import type { ConsoleDeps } from '../deps.ts'

type Deps = Pick<ConsoleDeps, 'db' | 'clock' | 'betting' | 'identity'>

const monthMs = 30 * 24 * 3_600_000

/** The bets that wait for a trader, with what the house knows of their bettors, and the traders' answers. */
export function referralRoutes({ db, clock, betting, identity }: Deps): Handlers<typeof calls> {
  const { referrals } = betting

  async function bettorsOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, ReferredBet['bettor']>> {
    const since = [new Date(clock.now() - monthMs)]
    const [facts, percents, months] = await Promise.all([
      identity.bettorFacts(ids),
      stakePercentsOf(db, ids),
      playTotalsSince(db, { bettors: ids, since, midnights: false }),
    ])
    return new Map(
      ids.map((id) => {
        const { name = '', msisdn = '', since: from = new Date(0) } = facts.get(id) ?? {}
        const [month] = months.get(id) ?? []
        return [
          id,
          {
            ...{ bettor_id: id.toString(), name, msisdn, since: from.toISOString() },
            net_30d: formatMoney(money(month ? month.staked - month.returned : 0n)),
            stake_percent: percents.get(id) ?? 100,
          },
        ]
      }),
    )
  }

  return {
    async referrals() {
      const waiting = await referrals.list()
      const bettors = await bettorsOf([...new Set(waiting.map(({ bettor }) => bettor))])
      return done({
        data: waiting.flatMap(({ bettor, ...row }) => {
          const facts = bettors.get(bettor)
          return facts ? [{ ...row, bettor: facts }] : []
        }),
      })
    },
    async decideReferral({ id, answer, stake, price }, { operator }) {
      const decided = await referrals.decide(id, { answer, stake, price, by: operator })
      return decided.ok ? done({ bet_id: decided.value.betId.toString(), ...referrals.viewOf(decided.value) }) : decided
    },
  }
}
