import { money } from '@nare/money/money'
import { addressOf } from '../addresses/addresses.ts'
import type { Parts } from '../deps.ts'
import { nextCheckS } from '../polling.ts'
import type { ProviderStatus, Submitted } from '../ports.ts'
import * as store from './store.ts'

/** The most prompts that wait for a PIN in this process. Each has an open connection to its provider. A further deposit waits, or is not sent. */
const promptingMax = 2000

type Uses = { readonly applyStatus: (id: bigint, status: ProviderStatus, of: 'prompt') => Promise<void> }

/** Opens the sending of prompts, each once: for a provider a second prompt is a second payment. */
export function openPrompting(parts: Parts, { applyStatus }: Uses) {
  const { db, providers, background, reach, log } = parts
  const prompting = new Set<bigint>()

  /**
   * Sends the prompt of a deposit once. A provider that answers only after the PIN is awaited beside the queue: nothing is held meanwhile, and
   * if the process ends, another one queries the prompt.
   */
  async function submit(id: bigint): Promise<void> {
    const deposit = await store.depositOf(db, id)
    const provider = deposit && providers[deposit.provider]
    if (!provider || deposit.msisdn === null || deposit.reference === null) return
    if (provider.answersAfterPin && prompting.size >= promptingMax) return
    const { msisdn, reference } = deposit
    const callbackUrl = await addressOf(parts, { purpose: 'prompt', provider: provider.name, payment: id })
    if (!(await store.claimSubmission(db, id, nextCheckS(0, provider.queriedFromS) ?? 0))) return
    await reach('deposit claimed')
    const asked = provider.prompt({ reference, msisdn, amount: money(deposit.amount), callbackUrl })
    if (!provider.answersAfterPin) return record(id, await asked)
    prompting.add(id)
    void background
      .attempt('prompt', id, async () => {
        const answer = await asked
        background.send(`prompt ${id}`, () => record(id, answer))
      })
      .finally(() => prompting.delete(id))
  }

  async function record(id: bigint, answer: Submitted): Promise<void> {
    await reach('deposit sent')
    if (answer.is === 'accepted' || answer.is === 'paid') {
      if (answer.requestId !== undefined) await store.recordAccepted(db, id, answer.requestId)
      if (answer.is === 'paid') await applyStatus(id, { is: 'succeeded', receipt: answer.receipt }, 'prompt')
    } else if (answer.is === 'refused') await applyStatus(id, { is: 'failed', reason: answer.reason }, 'prompt')
    else log.warn({ deposit: id.toString(), code: answer.code }, 'it is unknown whether a prompt was accepted')
    await reach('deposit noted')
  }

  return {
    submit,
    /** The deposits whose prompts wait in this process for the PIN. */
    prompting: (): ReadonlySet<bigint> => prompting,
  }
}
