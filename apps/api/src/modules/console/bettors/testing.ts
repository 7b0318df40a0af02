import { consoleBettors as reads } from '@nare/contract/console-bettors'
import type { TestApp } from '#testing/app'

/** What tests of the console do with bettors: open an account with so many shillings, and read its page by a token. */
export const bettorsOf = (nare: () => TestApp, token: string) => ({
  account: async (shillings = 1000) => {
    const bettor = await nare().bettor(shillings)
    return { ...bettor, ref: bettor.id.toString() }
  },
  page: async (id: string) => (await nare().call(reads.bettor, { id }, token)).body,
})
