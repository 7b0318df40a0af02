import fc from 'fast-check'
import { paymentFaults, type PromptAction } from '@nare/contract/sandbox'
import { verifyBets } from '#modules/betting/verify'
import { someone, type CrashPoint } from '#modules/payments/testing/payments-world'
import {
  betsAgree,
  Disagreement,
  expected,
  ledgerAgrees,
  nameUnheard,
  newSlip,
  openBooks,
  providerAgrees,
  said,
  same,
  scoreOf,
  stands,
  wireSlip,
  type Books,
  type Game,
  type MoneyWorld,
  type Slip,
} from './money-model.ts'
import { exclusionHeld, excludeNow, forge, isExcluded } from './money-protection.ts'
import { courses, type Step } from './money-steps.ts'
import type { SeededBettor } from './seed.ts'

type Course = Books & {
  lastDeposit: string | undefined
  lastSlip: Slip | undefined
  /** A slip whose answer was lost with the platform: it is sent again once there is another. */
  unanswered: Slip | undefined
  /** A result of which nobody knows whether the platform that ended had stored it: it is told again to the next. */
  untold: Told | undefined
}

type Told = Step & { do: 'result' }

type Following = {
  /** How many steps a course has at most. */
  most: number
  /** After how many courses all books of the database are proven too. */
  proveEvery: number
  /** Told of each course's end. */
  ended?: (steps: number) => void
}

/**
 * Follows any course of deposits, withdrawals, bets, results, exclusions, forged callbacks, faults of the provider, crashes and restarts
 * against the model.
 * After every step with a platform that runs, the ledger has what the model says; at the end of every course, when all is
 * quiet, the bets and the provider's books agree as well, and every `proveEvery` courses all books are proven.
 */
export function moneyAgrees(world: MoneyWorld, { most, proveEvery, ended }: Following) {
  let count = 0
  return fc.asyncProperty(courses(most), async (steps) => {
    const course: Course = {
      ...openBooks(await someone(world)),
      lastDeposit: undefined,
      lastSlip: undefined,
      unanswered: undefined,
      untold: undefined,
    }
    try {
      for (const step of steps) {
        await take(world, course, step)
        if (!world.crashed()) await ledgerAgrees(world, course)
        await exclusionHeld(world, course.bettor)
      }
    } catch (error) {
      // The next course, which looks for a shorter one that fails too, begins with a platform that runs.
      await settle(world, course).catch(() => undefined)
      throw error
    }
    await settle(world, course)
    await ledgerAgrees(world, course)
    await exclusionHeld(world, course.bettor)
    same('what is left to return', (await expected(world, course)).returnable, 0n)
    await betsAgree(world, course)
    await providerAgrees(world, course)
    if (++count % proveEvery === 0) await allProven(world)
    ended?.(steps.length)
  })
}

/** Proves ledger, payments and bets of the whole database. */
export async function allProven(world: MoneyWorld): Promise<void> {
  await world.proven()
  const broken = (await verifyBets(world.base.db)).filter((check) => check.broken > 0)
  if (broken.length > 0) throw new Disagreement(`the bets are wrong: ${JSON.stringify(broken)}`)
}

async function take(world: MoneyWorld, course: Course, step: Step): Promise<void> {
  const { bettor } = course
  switch (step.do) {
    case 'deposit':
    case 'withdraw': {
      if (step.fault) await world.fault(step.fault)
      const amount = `${step.shillings}`
      const asked = await (step.do === 'deposit' ? world.deposit(bettor, amount) : world.withdraw(bettor, amount))
      if (step.do === 'deposit') course.lastDeposit = asked.body.deposit_id ?? course.lastDeposit
      return world.quiet()
    }
    case 'answer':
      return answerNewest(world, bettor, step.action)
    case 'pay':
      if (world.crashed()) return
      await calm(world)
      await world.fakes.pay({
        msisdn: bettor.msisdn,
        account: bettor.msisdn,
        amount: step.shillings,
        unasked: step.unasked,
      })
      return world.quiet()
    case 'exclude':
      return world.crashed() ? undefined : excludeNow(world, bettor)
    case 'forge':
      return world.crashed() ? undefined : forge(world, bettor)
    case 'bet':
      return place(world, course, newSlip(step.match, step.pick, step.shillings))
    case 'repeat':
      return course.lastSlip && place(world, course, course.lastSlip)
    case 'result':
      return tellResult(world, course, step)
    case 'confirm':
      if (course.lastDeposit) await world.post('/v1/deposit-confirmation', { deposit_id: course.lastDeposit }, bettor)
      return world.quiet()
    case 'pass':
      return world.pass(step.seconds)
    case 'flush':
      await world.fakes.flush()
      return world.quiet()
    case 'crash':
      return world.crashAt(step.at)
    case 'restart':
      return restart(world, course)
  }
}

async function answerNewest(world: MoneyWorld, bettor: SeededBettor, action: PromptAction): Promise<void> {
  const waiting = (await world.fakes.prompts(bettor.msisdn)).some((prompt) => prompt.state === 'waiting')
  if (waiting) await world.answer(bettor, action)
}

/** Sends a slip to a platform that runs. It is taken once where it stood before, or where the match is open and the cash is enough. */
async function place(world: MoneyWorld, course: Course, slip: Slip): Promise<void> {
  if (world.crashed()) return
  const game = course.games.get(slip.match) ?? (await newGame(world, course, slip.match))
  if (!game) return
  const { cash } = await expected(world, course)
  const stood = course.bets.has(slip.id)
  const taken = stood || (game.open && cash >= slip.cents && !(await isExcluded(world, course.bettor)))
  const { status } = await world.post('/v1/bet', wireSlip(slip, game), course.bettor)
  course.lastSlip = slip
  if (world.crashed()) course.unanswered = slip
  // A late callback may pay in while the slip is judged: then either judgement is right.
  else if ((await expected(world, course)).cash === cash) same('a slip was taken', status === 201, taken)
  if (world.crashed() ? await outlived(world, course, slip) : status === 201) course.bets.set(slip.id, slip)
}

/** Whether a slip stands as a bet though the platform ended before its answer: the point says so, elsewhere the bets' own table. */
async function outlived(world: MoneyWorld, course: Course, slip: Slip): Promise<boolean> {
  if (world.stoppedAt('bet stored')) return true
  return !world.stoppedAt('bet not stored') && stands(world, course, slip)
}

/** A new match of a course; none where the platform ends meanwhile. */
async function newGame(world: MoneyWorld, { bettor, games }: Course, match: number): Promise<Game | undefined> {
  const made = await world.post(
    '/sandbox/feed/matches',
    {
      sport_id: '79',
      competition_name: 'Model League',
      home_team: 'Simba',
      away_team: 'Chui',
      start_time: new Date(world.clock.now() + 86_400_000).toISOString(),
      home_odd: '2.10',
      neutral_odd: '3.40',
      away_odd: '3.60',
    },
    bettor,
  )
  if (world.crashed()) return undefined
  if (made.status !== 201) throw new Error(`the match was not made: ${JSON.stringify(made.body)}`)
  const game: Game = { id: made.body.match_id, standing: undefined, open: true }
  games.set(match, game)
  return game
}

/** Tells a result of a match there are bets on: the first, a correction of it, a cancellation, or that it does not hold. */
async function tellResult(world: MoneyWorld, course: Course, step: Told): Promise<void> {
  const { bettor, games } = course
  const game = games.get(step.match)
  if (!game || world.crashed()) return
  const { verdict } = step
  const body =
    verdict === 'cancelled'
      ? { cancelled: true }
      : verdict === 'rolled_back'
        ? { rollback: true }
        : { full_time: scoreOf(verdict) }
  const { status } = await world.post(`/sandbox/feed/matches/${game.id}/result`, body, bettor)
  if (!world.crashed()) same('a result was taken', status, 200)
  const was = (points: readonly CrashPoint[]) => points.some((point) => world.stoppedAt(point))
  if (!world.crashed() || was(resultStood)) said(game, verdict)
  else if (!was(['result not stored'])) course.untold = step
}

/** Where a platform ends with a result that is stored and not settled. */
const unsettled: readonly CrashPoint[] = ['result stored', 'bets not settled']
const resultStood: readonly CrashPoint[] = [...unsettled, 'bets settled']

/** Starts the platform anew, lets it settle what was left, and sends what the old one may have lost again. */
async function restart(world: MoneyWorld, course: Course): Promise<void> {
  const left = unsettled.some((point) => world.stoppedAt(point))
  await world.restart()
  if (left) await world.settleLeft()
  await world.quiet()
  const { unanswered, untold } = course
  Object.assign(course, { unanswered: undefined, untold: undefined })
  if (untold) await tellResult(world, course, untold)
  if (unanswered) await place(world, course, unanswered)
}

/** From now on nothing goes wrong any more. */
async function calm(world: MoneyWorld): Promise<void> {
  for (const one of paymentFaults) await world.fault(one, 0)
}

/** Everything comes to its end: the platform runs, the provider answers, no prompt waits, its statement is read. */
async function settle(world: MoneyWorld, course: Course): Promise<void> {
  const { msisdn } = course.bettor
  await calm(world)
  await restart(world, course)
  await world.endFaults()
  await world.fakes.flush()
  await world.pass(11)
  for (const prompt of await world.fakes.prompts(msisdn))
    if (prompt.state === 'waiting') await world.fakes.act(msisdn, prompt.id, 'cancel')
  await world.quiet()
  for (const seconds of [61, 301]) await world.pass(seconds)
  await world.pull()
  await nameUnheard(world, course)
  for (const seconds of [601, 3601, 21_601, 86_401])
    if ((await expected(world, course)).returnable > 0n) await world.pass(seconds)
}
