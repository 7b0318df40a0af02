import type { IdentityDeps } from './deps.ts'
import type { Messages } from './messages/messages.ts'
import type { Persons } from './persons.ts'
import type { Devices, LoginLimits, Passwords, Sessions } from './sessions/sessions.ts'

/** The dependencies that sign-up and recovery share. */
export type Parts = {
  readonly deps: IdentityDeps
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly devices: Devices
  readonly messages: Messages
  readonly limits: LoginLimits
  readonly persons: Persons
}
