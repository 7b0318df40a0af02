import type { ConfirmMails } from './confirm-mails.ts'
import type { IdentityDeps } from './deps.ts'
import type { Devices } from './devices.ts'
import type { LoginLimits } from './login-limits.ts'
import type { MailLinks } from './mail-links.ts'
import type { Messages } from './messages.ts'
import type { Outbox } from './outbox.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** What the use cases of this area share. */
export type Parts = {
  readonly deps: IdentityDeps
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly devices: Devices
  readonly outbox: Outbox
  readonly links: MailLinks
  readonly mails: ConfirmMails
  readonly messages: Messages
  readonly limits: LoginLimits
}
