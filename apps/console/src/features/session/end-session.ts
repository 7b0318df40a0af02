import { call } from '../../wire/calls.ts'
import { operatorStaff } from '@nare/contract/operator-staff'

/** The address of the login, which leads back to where the person was. */
export const loginAddress = (back: string): string =>
  back === '' || back === '/' ? '/console/login' : `/console/login?back=${encodeURIComponent(back)}`

let hasLoggedOut = false
/** Whether the person has chosen to log out. A read whose session is gone then leads nowhere: the next person would land where this one was. */
export const isLoggingOut = (): boolean => hasLoggedOut

/** Logs out, and loads the page again so that nothing of this person stays in its memory. */
export async function endSession(): Promise<void> {
  hasLoggedOut = true
  const reply = await call(operatorStaff.logout, {})
  // Where the server has not ended the session, Today shows that the person is still in.
  location.assign(reply.ok || reply.status === 401 ? '/console/login' : '/console/')
}

/** Where a login leads to: an address of the console, or Today. Nothing else is followed. */
export const safeBack = (back: string | undefined): string =>
  back !== undefined && /^\/(?![/\\])[^\\]*$/.test(back) && !/^\/(login|enrol)/.test(back) ? back : '/'
