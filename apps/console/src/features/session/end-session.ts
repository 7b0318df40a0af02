import { call } from '../../wire/calls.ts'
import { operatorStaff } from '@nare/contract/operator-staff'

/** The address of the login, which leads back to where the person was. */
export const loginAddress = (back: string): string =>
  back === '' || back === '/' ? '/console/login' : `/console/login?back=${encodeURIComponent(back)}`

/** Logs out, and loads the page again so that nothing of this person stays in its memory. */
export async function endSession(): Promise<void> {
  await call(operatorStaff.logout, {})
  location.assign('/console/login')
}

/** Where a login leads to: an address of the console, or Today. Nothing else is followed. */
export const safeBack = (back: string | undefined): string =>
  back !== undefined && /^\/(?![/\\])[^\\]*$/.test(back) && !/^\/(login|enrol)/.test(back) ? back : '/'
