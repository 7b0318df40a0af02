import { expect } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import type { Country } from '#country/country'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import type { Client, Dialect, Answer, Target } from './client.ts'

let names = 0

/** Returns a unique name for a transaction or round. */
export const unique = (what: string): string => `${what}-${++names}-${process.pid}`

export type WalletWorld = Awaited<ReturnType<typeof openWalletWorld>>

/** The whole server on a port with the sandbox's secrets, for the provider clients. */
export async function openWalletWorld(env: Record<string, string> = {}, country: Partial<Country> = {}) {
  const nare: TestApp = await testApp({ PORT: '0', ...env }, { country })
  const bets = betsOn(nare)
  const url = await nare.app.listen()
  const { body } = await nare.call(sandbox.wallet, {})
  const to: Target = { url, hub88Key: body.hub88.private_key ?? '' }

  async function bettor(shillings = 100): Promise<SeededBettor> {
    const seeded = await nare.bettor(shillings)
    return seeded
  }

  /** A launch of the dialect's game for a bettor. */
  async function launch(dialect: Dialect, { msisdn }: SeededBettor): Promise<string> {
    const made = await nare.call(sandbox.walletToken, { msisdn, game_id: `${dialect.provider}:${dialect.game}` })
    expect(made.status).toBe(200)
    return made.body.token
  }

  return {
    nare,
    to,
    bettor,
    launch,

    /** A bettor with an open game session, and the provider's client for it. */
    async playing<D extends Dialect>(dialect: D, shillings = 100) {
      const who = await bettor(shillings)
      const player = { id: who.id.toString(), token: await launch(dialect, who) }
      const client = dialect.client(to, player) as ReturnType<D['client']>
      const opened = await client.open()
      expect(opened).toMatchObject({ ok: true })
      return { bettor: who, player, client, round: unique('round') }
    },

    clientOf: (dialect: Dialect, who: SeededBettor, token: string): Client =>
      dialect.client(to, { id: who.id.toString(), token }),

    /** The bettor's balance in cents, as the bettor sees it. */
    async cents({ token }: SeededBettor): Promise<bigint> {
      return BigInt((await bets.balance(token)).replace('.', ''))
    },

    /** The bettor's casino tickets, the newest first. */
    async tickets({ token }: SeededBettor) {
      return (await nare.call(betting.bets, { product: 'casino' }, token)).body.data
    },

    async logOut({ token }: SeededBettor): Promise<void> {
      expect((await nare.call(identity.logout, {}, token)).status).toBe(200)
    },

    /** Checks that the ledger, bets and rounds agree. */
    verify: (): Promise<void> => bets.verifyBooks(country.taxes),
    close: (): Promise<void> => nare.close(),
  }
}

/** The compared part of a response: success or the code of the refusal, and the balance in cents. */
export const seen = ({ ok, code, cents }: Answer): string => (ok ? `done ${cents}` : `refused ${code}`)
