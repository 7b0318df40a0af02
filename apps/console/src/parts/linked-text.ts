import type { consoleBettors } from '@nare/contract/console-bettors'
import type { Answer } from '@nare/contract/route'
import { countText, moneyText } from './format.ts'

type Links = Answer<typeof consoleBettors.bettorLinks>

const ways = ['device', 'payer', 'document'] as const

/** How many accounts are linked by what: "2 by device, 1 by document"; undefined for none. */
export function linkedText({ data }: Pick<Links, 'data'>): string | undefined {
  const counts = ways.flatMap((by) => {
    const accounts = new Set(data.filter((link) => link.by === by).map(({ bettor_id }) => bettor_id))
    return accounts.size === 0 ? [] : [`${countText(accounts.size)} by ${by}`]
  })
  return counts.length === 0 ? undefined : counts.join(', ')
}

/** Who else paid in: "3 other numbers, KSh 28,200"; undefined for nobody. */
export function paidByText({ paid_by_others: { numbers, amount } }: Pick<Links, 'paid_by_others'>): string | undefined {
  if (numbers === 0) return undefined
  return `${countText(numbers)} other ${numbers === 1 ? 'number' : 'numbers'}, ${moneyText(amount)}`
}
