import type { Grant } from '@nare/contract/bonus'
import { formatMoney, money, parseMoney } from '@nare/money/money'

type EndedBonus = { readonly left: string; readonly givenFor: string }

/**
 * The bonus money that a withdrawal ends: that of grants given for a deposit which is larger than the cash that stays, with the largest of
 * these deposits. Undefined if no grant ends.
 */
export function endedBonus(
  grants: readonly Pick<Grant, 'state' | 'left' | 'given_for'>[],
  { balance, debited }: { balance: string | null | undefined; debited: string },
): EndedBonus | undefined {
  const stays = (parseMoney(balance ?? '') ?? 0n) - (parseMoney(debited) ?? 0n)
  const givenFor = (grant: (typeof grants)[number]): bigint => parseMoney(grant.given_for ?? '') ?? 0n
  const ended = grants.filter((grant) => grant.state === 'active' && givenFor(grant) > stays)
  if (ended.length === 0) return undefined
  const left = ended.reduce((sum, grant) => sum + (parseMoney(grant.left) ?? 0n), 0n)
  const most = ended.reduce((largest, grant) => (givenFor(grant) > largest ? givenFor(grant) : largest), 0n)
  return { left: formatMoney(money(left)), givenFor: formatMoney(money(most)) }
}
