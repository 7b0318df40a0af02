import { done } from '@nare/contract/outcome'
import type { PaymentFault, sandbox as contract } from '@nare/contract/sandbox'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import type { Faults } from './faults.ts'
import type { FakeName } from './payments/fake-providers.ts'
import type { Mailbox } from './mailbox.ts'
import type { Phone } from './phone.ts'

type Prompts = Answer<typeof contract.phone>['prompts']
type Parts = {
  readonly phone: Phone
  readonly mailbox: Mailbox
  readonly faults: Faults
  /** Plans a fault of a payment provider. */
  readonly payFault?: (provider: FakeName, fault: PaymentFault, next: number) => Promise<void>
  /** The PIN prompts on the phone of a number; absent without payments. */
  readonly prompts?: (msisdn: string) => Promise<Prompts>
}

/** The sandbox's calls of the phone and the mailbox, and of their faults. */
export function sandboxMessageRoutes({
  phone,
  mailbox,
  faults,
  payFault = async () => undefined,
  prompts = async () => [],
}: Parts): Pick<Handlers<typeof contract>, 'phone' | 'mail' | 'faults'> {
  return {
    phone: async ({ msisdn }) => done({ sms: [...phone.messages(msisdn)], prompts: await prompts(msisdn) }),

    async mail({ address }) {
      const mail = [...mailbox.messages(address)]
      return done({ mail, sms: mail })
    },

    async faults({ service, fault, delay_ms = 0, error = false, drop = false, duplicate = false, next }) {
      if (service === 'mpesa' || service === 'airtel' || service === 'mixx') {
        const common = drop ? 'callback_lost' : duplicate ? 'callback_doubled' : error ? 'no_answer' : 'callback_late'
        await payFault(service, fault ?? common, next)
        return done({ service, next })
      }
      faults.set(service, { delayMs: delay_ms, error, drop, duplicate }, next)
      return done({ service, next })
    },
  }
}
