import type { IssuedLink, MailLinks } from './mail-links.ts'
import type { Messages } from './messages.ts'
import type { Caller } from './source.ts'

export type ConfirmMails = ReturnType<typeof openConfirmMails>

/** Mails that ask whether an address is the bettor's own. Anybody may type anybody's address, so they are counted like codes. */
export function openConfirmMails({ links, messages }: { links: MailLinks; messages: Messages }) {
  return {
    /** Sends the link, unless the address has had its messages: then it is left out, and the answer is the same. */
    async sendConfirm(link: IssuedLink, caller: Caller): Promise<void> {
      const source = { key: '', known: false }
      const counted = await messages.count({
        to: link.email,
        purpose: 'confirm',
        sends: true,
        source,
        caller,
        first: true,
      })
      if (counted.ok) links.send(link, counted.giveBack)
    },
  }
}
