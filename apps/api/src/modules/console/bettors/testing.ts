import { consoleBettors as reads } from '@nare/contract/console-bettors'
import type { TestApp } from '#testing/app'
import { operatorToken } from '#testing/operators'

/** Who acts on bettors in the tests of these actions: each needs a second person of the right role. */
export const people = {
  farida: 'finance',
  feisal: 'finance',
  dalili: 'support',
  dorcas: 'support',
  esther: 'protection',
} as const

export type Person = keyof typeof people

export const tokenOf = (name: Person): string => operatorToken(name)

export const reason = 'the bettor called'

/** What tests of the console do with bettors: open an account with so many shillings, and read its page and timeline by a token. */
export const bettorsOf = (nare: () => TestApp, token: string) => ({
  account: async (shillings = 1000) => {
    const bettor = await nare().bettor(shillings)
    return { ...bettor, ref: bettor.id.toString() }
  },
  page: async (id: string) => (await nare().call(reads.bettor, { id }, token)).body,
  lines: async (id: string, kinds = 'operator') =>
    (await nare().call(reads.bettorTimeline, { id, kinds }, token)).body.data.map(({ text }) => text),
})
