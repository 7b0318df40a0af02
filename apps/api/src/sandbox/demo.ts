import { formatMoney, money } from '@nare/money/money'
import type { App } from '../app.ts'
import { fund } from './sandbox.ts'

const demo = { msisdn: '254712345678', password: 'karibu-nare', name: 'Demo Bettor' }
const purse = money(10_000_00n)

/** Creates the demo bettor with test money and the demo people of the house at the first start. Returns how to log in. */
export async function openDemo({ identity, ledger, db, staff }: App) {
  const known = await identity.bettorByMsisdn(demo.msisdn)
  const bettor = known ?? (await identity.openDemo(demo))
  if (known === undefined) await fund({ db, ledger }, { bettor, amount: purse })
  const { balance, currency } = await ledger.balances(bettor)
  return {
    msisdn: `0${demo.msisdn.slice(3)}`,
    password: demo.password,
    balance: `${currency} ${formatMoney(balance)}`,
    staff: await staff.demo.open(),
  }
}
