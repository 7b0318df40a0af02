import { setTimeout as wait } from 'node:timers/promises'
import type { PromptAction } from '@nare/contract/sandbox'
import { walletsOfTanzania } from '#country/wallets'
import { queryRow, queryRows } from '#platform/db'
import type { SeededBettor } from '#testing/seed'
import type { ProviderName } from '../ports.ts'
import { openWorld, type World } from './payments-world.ts'

const pollMs = 5
const pollsMax = 6000

/** What payments see of Tanzania; everything else is Kenya's. */
export const tanzania = {
  code: 'tz',
  currency: 'TZS',
  numbers: { calling_code: '255', mobile: '[67]\\d{8}' },
  wallets: walletsOfTanzania,
} as const

export type Deposit = { readonly id: bigint; readonly reference: string; readonly state: string }

/** The platform with Tanzania's wallets and their fakes. */
export async function openTanzania() {
  const world = await openWorld({ country: tanzania })
  const tellAddresses = () => world.fakes.tellAddresses(world.payments(), {})
  await tellAddresses()

  /** The newest deposit of a bettor. */
  const depositOf = async ({ id }: SeededBettor): Promise<Deposit> => {
    const row = await queryRow<Deposit>(world.base.db)`
      select id, reference, state from payments.deposit where bettor_id = ${id}::bigint order by id desc limit 1`
    if (!row) throw new Error('the bettor has no deposit')
    return row
  }

  /** Waits until the prompt of the bettor's newest deposit is on the phone; undefined if the provider never gets it. */
  async function promptOf(bettor: SeededBettor) {
    const { id, reference } = await depositOf(bettor)
    const find = async () => (await world.fakes.prompts(bettor.msisdn)).find((one) => one.reference === reference)
    await until(async () => (await find()) !== undefined || !world.payments().prompting().has(id))
    return find()
  }

  return Object.assign(world, {
    depositOf,
    promptOf,

    /** Requests a deposit and waits until its prompt is on the phone. */
    async ask(bettor: SeededBettor, provider: ProviderName, amount = '100') {
      const reply = await world.deposit(bettor, amount, { provider })
      if (reply.status !== 200) throw new Error(`the deposit was refused: ${JSON.stringify(reply.body)}`)
      await world.quiet()
      await promptOf(bettor)
      return depositOf(bettor)
    },

    /** Answers the newest prompt of a bettor, and waits until the platform has done what follows. */
    async tap(bettor: SeededBettor, action: PromptAction = 'approve') {
      const prompt = await promptOf(bettor)
      const { id } = await depositOf(bettor)
      if (prompt?.state === 'waiting') await world.fakes.act(bettor.msisdn, prompt.id, action)
      await until(async () => !world.payments().prompting().has(id))
      await world.quiet()
    },

    /** What moved between the house and this phone at a provider, in shillings: in, then out. */
    async moved({ msisdn }: SeededBettor, provider: ProviderName): Promise<[number, number]> {
      const { movements } = await world.fakes.books(provider)
      const sum = (kind: 'in' | 'out') =>
        movements
          .filter((movement) => movement.msisdn === msisdn && movement.kind === kind)
          .reduce((total, { amount }) => total + amount, 0)
      return [sum('in'), sum('out')]
    },

    findings: async (payment: bigint): Promise<string[]> =>
      (
        await queryRows<{ what: string }>(world.base.db)`
          select what from payments.review where payment_id = ${payment}::bigint and resolved_at is null order by what`
      ).map(({ what }) => what),

    /** Starts a new platform, to which the providers send their callbacks. */
    async again() {
      await world.restart()
      await tellAddresses()
    },
  })
}

export type Tanzania = Awaited<ReturnType<typeof openTanzania>> & World

async function until(is: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is()) return
    await wait(pollMs)
  }
  throw new Error('timed out')
}
