import { sql } from 'kysely'
import { expect } from 'vitest'
import { consentVersion, type ConsentChannel } from '@nare/contract/consent-wording'
import { consents } from '@nare/contract/consents'
import { messages, operatorMessages } from '@nare/contract/messages'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { smsCallbackPaths } from '#modules/identity/identity'
import type { TestApp } from './app.ts'
import { callbackSecret } from './callback-secret.ts'
import type { SeededBettor } from './seed.ts'

export const idsOf = (bettors: readonly SeededBettor[]): string[] => bettors.map(({ id }) => `${id}`)

/** Messages of the house in a test: drafted by one person and approved by another, both given as tokens. */
export function houseMessages(nare: TestApp, { author, approver }: { author: string; approver: string }) {
  const reason = 'A test of messages'

  const draft = (given: Partial<Sent<typeof operatorMessages.draftMessage>>) =>
    nare.call(
      operatorMessages.draftMessage,
      {
        ...{ kind: 'promotion', channel: 'both', approval: 'GRA/2' },
        ...{ texts: { en: 'A derby tonight', sw: 'Dabi leo usiku' }, to: ['1'], reason, ...given },
      },
      author,
    )
  const approve = (message_id: string, by = approver) =>
    nare.call(operatorMessages.approveMessage, { message_id, reason }, by)
  const runJob = async (name: string): Promise<void> => {
    await nare.app
      .jobs()
      .find((job) => job.name === name)
      ?.run()
  }

  return {
    draft,
    approve,
    /** The id of a message that is drafted and approved. */
    async approved(given: Parameters<typeof draft>[0]): Promise<string> {
      const message_id = (await draft(given)).body.message_id ?? ''
      expect(await approve(message_id)).toMatchObject({ status: 200 })
      return message_id
    },
    send: () => runJob('messages of the house'),
    async countsOf(message_id: string) {
      return (await nare.call(operatorMessages.message, { message_id }, author)).body.data.counts
    },
    /** Bettors who have agreed to promotions by these channels. */
    async agreed(count: number, channels: readonly ConsentChannel[] = ['sms']): Promise<SeededBettor[]> {
      const bettors = await nare.bettors(count)
      for (const { token } of bettors)
        for (const channel of channels)
          expect(
            await nare.call(consents.chooseConsent, { channel, given: true, wording: consentVersion }, token),
          ).toMatchObject({ status: 200 })
      return bettors
    },
    /** How often a text is among the messages on a bettor's phone. */
    async smsOf({ msisdn }: { msisdn: string }, text: string): Promise<number> {
      return JSON.stringify((await nare.call(sandbox.phone, { msisdn })).body).split(text).length - 1
    },
    async inboxOf({ token }: SeededBettor): Promise<string[]> {
      return (await nare.call(messages.messages, {}, token)).body.data.map(({ text }) => text)
    },
    /** Sets the quiet hours from now on. */
    async quietHours(from: number, until: number): Promise<void> {
      for (const [key, hour] of Object.entries({ 'house.quiet_from': from, 'house.quiet_until': until }))
        await sql`insert into settings.value (key, value, effective_at, author, reason, at)
          select ${key}, to_jsonb(${hour}::int), at, 'mary', 'Quiet hours', at from (select platform.now() as at) now`.execute(
          nare.base.db,
        )
      await runJob('settings')
    },
    /** Posts what the SMS provider posts; returns the status of the answer. */
    async post(kind: 'delivery' | 'incoming', body: Readonly<Record<string, string>>): Promise<number> {
      const url = (await smsCallbackPaths(async () => Buffer.from(callbackSecret, 'hex')))[kind]
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(body).toString()
      return (await nare.app.app.inject({ method: 'POST', url, headers, payload })).statusCode
    },
  }
}

export type HouseMessages = ReturnType<typeof houseMessages>
