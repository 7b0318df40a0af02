import { done, refused } from '@nare/contract/outcome'
import type { sandbox as contract } from '@nare/contract/sandbox'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import type { SandboxProviders } from './providers.ts'

/** The prompts on the phone of a number, as the sandbox's phone shows them. */
export async function promptsShown(providers: SandboxProviders, msisdn: string) {
  if (!providers.started()) return []
  const all = await providers.prompts(msisdn)
  return all.map(({ id, amount, reference, state }) => ({
    prompt_id: id,
    amount: formatMoney(money(BigInt(amount) * 100n)),
    reference,
    state,
  }))
}

/** The sandbox's calls for money on the phone: answering a prompt, and paying to the paybill. */
export function sandboxPaymentRoutes(
  providers: SandboxProviders,
): Pick<Handlers<typeof contract>, 'promptAction' | 'payBill'> {
  return {
    async promptAction({ msisdn, prompt_id, action }) {
      const state = providers.started() ? await providers.act(msisdn, prompt_id, action) : undefined
      return state === undefined ? refused('not_found') : done({ prompt_id, state })
    },

    async payBill({ msisdn, account, amount, unasked = false }) {
      const receipt = await providers.pay({ msisdn, account, amount: Number(amount / 100n), unasked })
      if (receipt === undefined)
        return refused('invalid_input', { fields: { account: 'This account cannot be paid to' } })
      return done({ receipt })
    },
  }
}
