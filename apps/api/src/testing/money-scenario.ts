import fc from 'fast-check'
import { paymentFaults, type PromptAction } from '@nare/contract/sandbox'
import { verifyBonus } from '#modules/bonus/bonus'
import { verifyJackpots } from '#modules/jackpot/jackpot'
import { verifyPoints } from '#modules/points/points'
import { someone } from '#modules/payments/testing/payments-world'
import { bonusTickets, verifyTickets } from '#modules/tickets/tickets'
import { addBet, newSlip, openBooks, type Books, type Slip } from './money-books.ts'
import { bonusStakeOf, spendableOf, withGrants } from './money-bonus.ts'
import { cashOut, edit } from './money-cash-outs.ts'
import { insuranceAgrees, insure, leaveInsurance, lookAtInsured } from './money-insurance.ts'
import { endPool, placeTicket, sendAgain } from './money-jackpots.ts'
import { gameOf, newLegs, sendMultiResults, sendResult, unsettled, type Matches } from './money-matches.ts'
import {
  ModelMismatch,
  assertSame,
  betExists,
  betsAgree,
  expected,
  ledgerAgrees,
  providerAgrees,
  resolveLostDeposits,
  wireSlip,
  type MoneyWorld,
} from './money-model.ts'
import { assertPayoutsEnded, endPayouts, retryReturns } from './money-operators.ts'
import { assertExclusionRespected, excludeNow, forge, isExcluded } from './money-protection.ts'
import { pointsAgree, withPoints } from './money-points.ts'
import { scenarios, type Step } from './money-steps.ts'
import type { SeededBettor } from './seed.ts'

type Scenario = Books &
  Matches & {
    lastDeposit: string | undefined
    lastSlip: Slip | undefined
    /** A slip whose response was lost in a crash. It is sent again after the restart. */
    unanswered: Slip | undefined
  }

type Checking = {
  /** The maximum number of steps of a scenario. */
  stepsMax: number
  /** All books of the database are verified once every so many scenarios. */
  proveEvery: number
  /** Called at the end of each scenario. */
  ended?: (steps: number) => void | Promise<void>
}

/**
 * Runs random scenarios of deposits, withdrawals, bets, results, exclusions, forged callbacks, provider faults, crashes and restarts
 * against the model. After every step with a running server the ledger equals the model. At the end of every scenario, when nothing
 * is in progress, the bets and the provider's books equal it too, and every `proveEvery` scenarios all books are verified.
 */
export function checkMoneyModel(world: MoneyWorld, { stepsMax, proveEvery, ended }: Checking) {
  let count = 0
  return fc.asyncProperty(scenarios(stepsMax), async (steps) => {
    const scenario: Scenario = {
      ...openBooks(await someone(world)),
      lastDeposit: undefined,
      lastSlip: undefined,
      unanswered: undefined,
      unconfirmed: undefined,
    }
    try {
      for (const step of steps) {
        await perform(world, scenario, step)
        await lookAtInsured(world, scenario)
        if (!world.crashed()) await ledgerAgrees(world, scenario)
        await assertExclusionRespected(world, scenario.bettor)
      }
    } catch (error) {
      // fast-check now shrinks the scenario: the next one must begin with a running server.
      await settle(world, scenario).catch(() => undefined)
      await leaveInsurance(world)
      throw error
    }
    await settle(world, scenario)
    await lookAtInsured(world, scenario)
    await ledgerAgrees(world, scenario)
    await assertExclusionRespected(world, scenario.bettor)
    assertSame('the returnable money', (await expected(world, scenario)).returnable, 0n)
    await assertPayoutsEnded(world, scenario.bettor)
    await betsAgree(world, scenario)
    await insuranceAgrees(world, scenario)
    await pointsAgree(world, scenario)
    await providerAgrees(world, scenario)
    if (++count % proveEvery === 0) await verifyAllBooks(world)
    await ended?.(steps.length)
  })
}

/** Verifies ledger, payments, bets and grants of the whole database. */
export async function verifyAllBooks(world: MoneyWorld): Promise<void> {
  await world.proven()
  const { db } = world.base
  const others = [...(await verifyBonus(db, bonusTickets)), ...(await verifyJackpots(db)), ...(await verifyPoints(db))]
  const broken = [...(await verifyTickets(db)), ...others].filter((check) => check.broken > 0)
  if (broken.length > 0) throw new ModelMismatch(`the books are wrong: ${JSON.stringify(broken)}`)
}

async function perform(world: MoneyWorld, scenario: Scenario, step: Step): Promise<void> {
  const { bettor } = scenario
  switch (step.do) {
    case 'deposit':
    case 'withdraw': {
      if (step.fault) await world.fault(step.fault)
      const amount = `${step.shillings}`
      const reply = await (step.do === 'deposit' ? world.deposit(bettor, amount) : world.withdraw(bettor, amount))
      if (step.do === 'deposit') scenario.lastDeposit = reply.body.deposit_id ?? scenario.lastDeposit
      return world.quiet()
    }
    case 'answer':
      return answerNewest(world, bettor, step.action)
    case 'pay':
      if (world.crashed()) return
      await clearFaults(world)
      await world.fakes.pay({ ...paybill(bettor), amount: step.shillings, unasked: step.unasked })
      return world.quiet()
    case 'exclude':
      return world.crashed() ? undefined : excludeNow(world, bettor)
    case 'forge':
      return world.crashed() ? undefined : forge(world, bettor)
    case 'bet':
      return place(world, scenario, newSlip([step], step.shillings))
    case 'repeat':
      return scenario.lastSlip?.isEdit ? undefined : scenario.lastSlip && place(world, scenario, scenario.lastSlip)
    case 'cash_out':
      return scenario.lastSlip && cashOut(world, scenario, scenario.lastSlip)
    case 'edit':
      if (scenario.lastSlip)
        scenario.lastSlip = (await edit(world, scenario, scenario.lastSlip, [step])) ?? scenario.lastSlip
      return
    case 'insure':
      return insure(world, scenario)
    case 'multi':
    case 'edit_into_multi':
      return placeMulti(world, scenario, step)
    case 'multi_results':
    case 'multi_correction':
      return sendMultiResults(world, scenario, step)
    case 'result':
      return sendResult(world, scenario, step)
    case 'jackpot':
      return placeTicket(playing(world, scenario), step.picks)
    case 'jackpot_end':
      return endPool(playing(world, scenario), step.verdicts)
    case 'confirm':
      if (scenario.lastDeposit)
        await world.post('/v1/deposit-confirmation', { deposit_id: scenario.lastDeposit }, bettor)
      return world.quiet()
    case 'pass':
      return world.pass(step.seconds)
    case 'flush':
      await world.fakes.flush()
      return world.quiet()
    case 'grant':
    case 'wager':
    case 'end_grant':
      scenario.granted += await withGrants(world, bettor, step)
      return
    case 'award':
    case 'redeem':
      return withPoints(world, scenario, step)
    case 'end_payouts':
      return endPayouts(world, bettor)
    case 'crash':
      return world.crashAt(step.at)
    case 'restart':
      return restart(world, scenario)
  }
}

const paybill = ({ msisdn }: SeededBettor) => ({ msisdn, account: msisdn })

const playing = (world: MoneyWorld, scenario: Scenario) => ({
  world,
  bettor: scenario.bettor,
  books: scenario.jackpots,
  cash: async () => (await expected(world, scenario)).cash,
})

async function answerNewest(world: MoneyWorld, bettor: SeededBettor, action: PromptAction): Promise<void> {
  const waiting = (await world.fakes.prompts(bettor.msisdn)).some((prompt) => prompt.state === 'waiting')
  if (waiting) await world.answer(bettor, action)
}

/** Sends a slip to a running server. It must be accepted if the bet exists, or if the match is open and cash and bonus are enough. */
async function place(world: MoneyWorld, scenario: Scenario, slip: Slip): Promise<void> {
  if (world.crashed()) return
  for (const { match } of slip.legs) if (!(await gameOf(world, scenario, match))) return
  const { cash } = await expected(world, scenario)
  const exists = scenario.bets.has(slip.id)
  const spendable = cash + (await spendableOf(world, scenario.bettor))
  const isOffered = slip.legs.every(({ match }) => scenario.games.get(match)?.open)
  const accepted = exists || (isOffered && spendable >= slip.cents && !(await isExcluded(world, scenario.bettor)))
  const { status } = await world.post('/v1/bet', wireSlip(slip, scenario.games), scenario.bettor)
  scenario.lastSlip = slip
  if (world.crashed()) scenario.unanswered = slip
  // A late callback may credit money while the slip is decided. Then both decisions are correct.
  else if ((await expected(world, scenario)).cash === cash) assertSame('a slip was accepted', status === 201, accepted)
  const isNew = !scenario.bets.has(slip.id)
  if (!(world.crashed() ? await wasStored(world, scenario, slip) : status === 201)) return
  const bonusStake = await bonusStakeOf(world, scenario.bettor, slip.id)
  addBet(scenario, slip, bonusStake ?? 0n)
  const short = slip.cents > cash ? slip.cents - cash : 0n
  // Cash credited meanwhile makes the bonus part smaller.
  if (isNew && (await paidCash(world, scenario, slip)) === cash)
    assertSame('the bonus part of a stake', bonusStake, short)
}

/** Places a multi on new matches, or edits the last bet into one. */
async function placeMulti(
  world: MoneyWorld,
  scenario: Scenario,
  step: Extract<Step, { do: 'multi' | 'edit_into_multi' }>,
): Promise<void> {
  const legs = world.crashed() ? undefined : await newLegs(world, scenario, step.picks)
  if (!legs) return
  if (step.do === 'multi') return place(world, scenario, newSlip(legs, step.shillings))
  if (scenario.lastSlip) scenario.lastSlip = (await edit(world, scenario, scenario.lastSlip, legs)) ?? scenario.lastSlip
}

/** The cash of the model before the stake of this bet. */
async function paidCash(world: MoneyWorld, scenario: Scenario, { id, cents }: Slip): Promise<bigint> {
  return (await expected(world, scenario)).cash + cents - (scenario.bonusStakes.get(id) ?? 0n)
}

/** Whether a bet was stored before a crash: by the crash point, otherwise by the table of bets. */
async function wasStored(world: MoneyWorld, scenario: Scenario, slip: Slip): Promise<boolean> {
  if (world.stoppedAt('bet stored')) return true
  return !world.stoppedAt('bet not stored') && betExists(world, scenario, slip)
}

/** Restarts the server, lets it finish the remaining settlements, and repeats the requests that the crash may have lost. */
async function restart(world: MoneyWorld, scenario: Scenario): Promise<void> {
  const left = unsettled.some((point) => world.stoppedAt(point))
  await world.restart()
  if (left) await world.settleLeft()
  await world.quiet()
  const { unanswered, unconfirmed } = scenario
  Object.assign(scenario, { unanswered: undefined, unconfirmed: undefined })
  if (unconfirmed) await sendResult(world, scenario, unconfirmed)
  if (unanswered) await place(world, scenario, unanswered)
  await sendAgain(playing(world, scenario))
}

async function clearFaults(world: MoneyWorld): Promise<void> {
  for (const fault of paymentFaults) await world.fault(fault, 0)
}

/** Completes everything in progress: restarts the server, answers the prompts, reads the provider's statement. */
async function settle(world: MoneyWorld, scenario: Scenario): Promise<void> {
  const { msisdn } = scenario.bettor
  await clearFaults(world)
  await restart(world, scenario)
  await world.endFaults()
  await world.fakes.flush()
  await world.pass(11)
  for (const prompt of await world.fakes.prompts(msisdn))
    if (prompt.state === 'waiting') await world.fakes.act(msisdn, prompt.id, 'cancel')
  await world.quiet()
  for (const seconds of [61, 301]) await world.pass(seconds)
  await world.pull()
  await resolveLostDeposits(world, scenario)
  await retryReturns(world, scenario)
  await endPayouts(world, scenario.bettor)
  await retryReturns(world, scenario)
}
