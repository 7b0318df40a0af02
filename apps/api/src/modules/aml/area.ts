import { operatorAml } from '@nare/contract/operator-aml'
import { parseMoney } from '@nare/money/money'
import type { Area, AreaDeps } from '#area'
import { birthdayOf, type Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Tickets } from '#modules/tickets/tickets'
import { mount } from '#platform/calls'
import { openCases, type AmlPeople } from './cases.ts'
import type { Lines } from './case-store.ts'
import { openReaders } from './reader.ts'
import { fileNow } from './report.ts'
import { amlRoutes, serveAmlFiles } from './routes.ts'
import { amlSettings } from './settings.ts'

type Shared = {
  readonly data: readonly { bettor_id: string; by: 'device' | 'payer' | 'document'; since: string }[]
  readonly paid_by_others: { readonly numbers: number; readonly amount: string }
}

type Deps = AreaDeps & {
  readonly ledger: Ledger
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly tickets: Tickets
  readonly payments: Pick<Payments, 'operator'>
  /** The accounts that share something with a bettor, as the console shows them; undefined without such a bettor. */
  readonly linksOf: (bettor: bigint) => Promise<Shared | undefined>
  /** The newest lines of the console's timeline of a bettor. */
  readonly timelineOf: (bettor: bigint) => Promise<Lines>
  /** The people of the house who may work on suspicions. */
  readonly people: AmlPeople
}

/** Suspicions of money laundering, for the house alone. */
export function openAmlArea(deps: Deps) {
  const { db, identity, payments, settings } = deps
  settings.declare(amlSettings)

  async function subjectOf(bettor: bigint) {
    const facts = (await identity.bettorFacts([bettor])).get(bettor)
    if (!facts) return undefined
    const { name, msisdn, since, verified } = facts
    return { name, msisdn, verified, since: since.toISOString(), born: (await birthdayOf(db, bettor)) ?? null }
  }

  async function links(bettor: bigint) {
    const found = await deps.linksOf(bettor)
    const paid = found?.paid_by_others
    return {
      links: (found?.data ?? []).map(({ bettor_id, by, since }) => ({
        other: BigInt(bettor_id),
        by,
        since: new Date(since),
      })),
      others: { numbers: paid?.numbers ?? 0, amount: parseMoney(paid?.amount ?? '0') ?? 0n },
    }
  }

  const readers = openReaders({ ...deps, links })
  const paymentOf = (id: bigint) => payments.operator.paymentOfId(id)
  const cases = openCases({ ...deps, subjectOf, paymentOf, fileOf: fileNow(deps) })
  const namesOf = async (bettors: readonly bigint[]) => identity.bettorFacts([...new Set(bettors)])
  // No subject of these calls is made known to the house: a refusal as `own_account` would tell its person of the suspicion.
  const area: Area = {
    jobs: [
      { name: 'money laundering', everyMs: 5_000, run: readers.followLedger },
      { name: 'opposite bets', everyMs: 10_000, run: readers.followSettled },
    ],
    routes(mounting) {
      mount(mounting, operatorAml, amlRoutes({ ...deps, cases, namesOf }))
      serveAmlFiles(mounting, { ...deps, namesOf })
    },
  }
  return { area, aml: { ...readers, waiting: cases.waiting } }
}
