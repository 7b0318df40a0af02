import { formatMoney } from '@nare/money/money'
import type { App } from '../app.ts'
import { demoNumber, sandboxNumber, shillings } from './in-country.ts'
import { fund } from './sandbox.ts'

const demoOf = () => ({ msisdn: sandboxNumber(demoNumber), password: 'karibu-nare', name: 'Demo Bettor' })

/** Creates the demo bettor with test money and the demo people of the house at the first start. Returns how to log in. */
export async function openDemo({ identity, ledger, db, staff }: App) {
  const demo = demoOf()
  const known = await identity.bettorByMsisdn(demo.msisdn)
  const bettor = known ?? (await identity.openDemo(demo))
  if (known === undefined) await fund({ db, ledger }, { bettor, amount: shillings(10_000) })
  const { balance, currency } = await ledger.balances(bettor)
  return {
    msisdn: `0${demoNumber}`,
    password: demo.password,
    balance: `${currency} ${formatMoney(balance)}`,
    staff: await staff.demo.open(),
  }
}
