import { done } from '@nare/contract/outcome'
import type { sandbox as contract } from '@nare/contract/sandbox'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import type { Faults } from './faults.ts'
import type { Mailbox } from './mailbox.ts'
import type { Phone } from './phone.ts'

type Prompts = Answer<typeof contract.phone>['prompts']
type Parts = {
  readonly phone: Phone
  readonly mailbox: Mailbox
  readonly faults: Faults
  /** What asks for a PIN on the phone of a number; nothing where there are no payments. */
  readonly prompts?: (msisdn: string) => Prompts
}

/** The sandbox's calls for what reaches a person: the phone, the mailbox and their faults. */
export function sandboxMessageRoutes({
  phone,
  mailbox,
  faults,
  prompts = () => [],
}: Parts): Pick<Handlers<typeof contract>, 'phone' | 'mail' | 'faults'> {
  return {
    phone: async ({ msisdn }) => done({ sms: [...phone.messages(msisdn)], prompts: prompts(msisdn) }),

    async mail({ address }) {
      const mail = [...mailbox.messages(address)]
      return done({ mail, sms: mail })
    },

    async faults({ service, delay_ms = 0, error = false, drop = false, duplicate = false, next }) {
      faults.set(service, { delayMs: delay_ms, error, drop, duplicate }, next)
      return done({ service, next })
    },
  }
}
