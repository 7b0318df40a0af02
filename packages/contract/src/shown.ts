import * as z from 'zod/mini'
import { route } from './route.ts'

/** What the app shows to protect the bettor, of which only the app knows that it was shown. */
export const shownByApp = ['reality_check', 'help_line', 'break_notice', 'promotions_withheld'] as const
/** What is recorded as shown: beside that, limits and breaks that refused a stake or a deposit, and the banner of a break. */
export const shownKinds = [...shownByApp, 'limit_refused', 'break_refused', 'break_banner'] as const
export type ShownKind = (typeof shownKinds)[number]

/** The record of what a bettor was shown to protect. */
export const shown = {
  /** Records that the app has shown something now: at most one of a kind in a minute. */
  noteShown: route({
    method: 'POST',
    path: '/v1/shown',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ what: z.enum(shownByApp) }),
    answer: z.object({ success: z.string() }),
    fallback: 'Recording what was shown failed',
  }),
} as const
