import type { consoleBettors as calls } from '@nare/contract/console-bettors'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { bettorsOfNumbers, sharedDevices, sharedDocuments } from '#modules/identity/identity'
import { otherPayers, sharedPayers } from '#modules/payments/payments'
import type { ConsoleDeps } from '../deps.ts'

type Links = Answer<typeof calls.bettorLinks>
type Link = Pick<Links['data'][number], 'by' | 'times'> & { readonly bettor: bigint; readonly since: Date }

const linksMax = 100

/**
 * The accounts that share a device, a payer or a document with a bettor, the latest first. An account whose number paid for this bettor
 * counts as a payer even without a payment of its own.
 */
export async function bettorLinks(
  { db, identity }: Pick<ConsoleDeps, 'db' | 'identity'>,
  bettor: bigint,
): Promise<Outcome<Links, 'not_found'>> {
  const own = (await identity.bettorFacts([bettor])).get(bettor)
  if (!own) return refused('not_found')
  const [devices, documents, { shared, phones }, others] = await Promise.all([
    sharedDevices(db, bettor, linksMax),
    sharedDocuments(db, bettor, linksMax),
    sharedPayers(db, { bettor, own: [own.msisdn], most: linksMax }),
    otherPayers(db, { bettor, own: own.msisdn }),
  ])
  const paid = new Set([bettor, ...shared.map((one) => one.bettor)])
  const owners = (await bettorsOfNumbers(db, phones)).filter((one) => !paid.has(one.bettor))
  const links: Link[] = [
    ...devices.map((one) => ({ ...one, by: 'device' as const })),
    ...shared.map((one) => ({ ...one, by: 'payer' as const })),
    ...owners.map((one) => ({ ...one, by: 'payer' as const, times: 0 })),
    ...documents.map((one) => ({ ...one, by: 'document' as const })),
  ]
  const facts = await identity.bettorFacts(links.map((link) => link.bettor))
  const data = links
    .toSorted((a, b) => b.since.getTime() - a.since.getTime())
    .map(({ bettor: other, by, since, times }) => ({
      bettor_id: other.toString(),
      name: facts.get(other)?.name ?? '',
      by,
      since: since.toISOString(),
      times,
    }))
  return done({ data, paid_by_others: { numbers: others.numbers, amount: formatMoney(money(others.amount)) } })
}
