import type { IssuedLink, MailLinks } from './mail-links.ts'
import type { Caller } from '../source.ts'
import type { MessageCount } from './message-limits.ts'

/** Mails that confirm an e-mail address. Anybody can enter another person's address, so these mails have the same limits as codes. */
export function openConfirmMails({ links, count }: { links: MailLinks; count: MessageCount }) {
  return {
    /** Sends the link unless the address has reached its limit; the response is the same either way. */
    async sendConfirm(link: IssuedLink, caller: Caller): Promise<void> {
      const source = { key: '', recognised: false }
      const counted = await count({
        to: link.email,
        purpose: 'confirm',
        willSend: true,
        source,
        caller,
        first: true,
      })
      if (counted.ok) links.send(link, counted.refund)
    },
  }
}
