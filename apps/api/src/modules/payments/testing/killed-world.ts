import { createHash } from 'node:crypto'
import { formatMoney, money } from '@nare/money/money'
import { random } from '#platform/random'
import type { MoneyWorld } from '#testing/money-model'
import type { SeededBettor } from '#testing/seed'
import { killedServer } from './killed-server.ts'
import { booksProven, callbackPath, resolveReviews } from './payments-proof.ts'
import type { CrashFaultPoint } from './payments-world.ts'

const tokens = { asha: 'operator-token-of-a-test', ben: 'token-of-another-operator' } as const

/**
 * The real server as the model of a bettor's money uses it. In a crash the process ends itself by SIGKILL at the chosen
 * point. A restart sends SIGKILL to a process that still runs, at any moment, and starts a new one.
 */
export async function killedWorld(): Promise<MoneyWorld & { close(): Promise<void>; starts(): number }> {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
  const operators = Object.entries(tokens).map(([name, token]) => `${name}:${hashOf(token)}`)
  const killed = await killedServer({ OPERATORS: operators.join() })
  const { server, fakes, call } = killed
  let aheadMs = (await killed.now()) - Date.now()
  let armed: CrashFaultPoint | undefined
  let starts = 1
  const quietServer = () => call('/sandbox/quiet', {})

  async function quiet(): Promise<void> {
    for (let rounds = 0; rounds < 2; rounds++) {
      await fakes.quiet()
      if (server.runs()) await quietServer()
    }
  }

  async function advance(seconds: number): Promise<void> {
    const { status, body } = await call('/sandbox/clock', { advance_s: seconds })
    if (status === 200) aheadMs = Date.parse(body.now) - Date.now()
  }

  const post = (path: string, body: object, { token }: SeededBettor) => call(path, body, token)

  return {
    base: { db: server.db },
    clock: { now: () => Date.now() + aheadMs },
    fakes,
    bettors: killed.bettors,
    post,
    deposit: (bettor, amount, more = {}) => post('/stk/deposit', { id: random.uuid(), amount, ...more }, bettor),
    withdraw: killed.withdraw,
    async answer({ msisdn }, action = 'approve') {
      await quiet()
      const prompt = (await fakes.prompts(msisdn)).findLast((prompt) => prompt.state === 'waiting')
      if (prompt) await fakes.act(msisdn, prompt.id, action)
      await quiet()
    },
    fault: (fault, next = 1, provider = 'mpesa') => fakes.fault(provider, fault, next),
    async pass(seconds) {
      await advance(seconds)
      await quiet()
    },
    quiet,
    async crashAt(point) {
      if (!server.runs()) return
      armed = point
      await killed.killAt(point)
    },
    crashed: () => !server.runs(),
    stoppedAt: (point) => !server.runs() && armed === point,
    async restart() {
      if (server.runs()) await server.killProcess()
      armed = undefined
      await killed.again()
      starts++
      await quiet()
    },
    async settleLeft() {
      await advance(6)
      await quiet()
    },
    async nameReceipt({ deposit, receipt }) {
      const body = { receipt, reason: 'It is in the statement of the provider' }
      const named = await call(`/v1/operator/deposits/${deposit}/receipt`, body, tokens.asha)
      if (named.status !== 200) throw new Error(`the receipt was not accepted: ${JSON.stringify(named.body)}`)
    },
    resolveReview: (named) => resolveReviews(server.db, named),
    callbackPath,
    async endFaults() {
      const body = { reason: 'The password of the initiator was renewed' }
      const ended = await call('/v1/operator/providers/mpesa/resume', body, tokens.asha)
      if (ended.status !== 200 && ended.status !== 404)
        throw new Error(`the faults were not ended: ${JSON.stringify(ended.body)}`)
    },
    async endPayout({ withdrawal, outcome, receipt, reference, amount }) {
      const sum = amount === undefined ? {} : { amount: formatMoney(money(amount)) }
      const body = { outcome, receipt, reference, ...sum, reason: 'It is in the statement' }
      const turns: string[] = [tokens.asha, tokens.ben]
      for (const token of turns) {
        if (!server.runs()) return
        const ended = await call(`/v1/operator/withdrawals/${withdrawal}/end`, body, token)
        // 0: the process ended. 202: the second operator's turn; 403: it still is, after a crash. 409: the provider's answer came first.
        if (![0, 200, 202, 403, 409].includes(ended.status))
          throw new Error(`the payout was not ended: ${JSON.stringify(ended.body)}`)
        if (ended.body.code === 'facts_changed') turns.push(tokens.asha, tokens.ben)
      }
    },
    async pull() {
      await advance(901)
      await quiet()
    },
    proven: () => booksProven(server.db),
    starts: () => starts,
    close: killed.close,
  }
}
