import type { operatorTexts } from '@nare/contract/operator-texts'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { identitySettings } from '#modules/identity/identity'
import { momentOf, openChange, valueWithoutPlan, type Settings } from '#modules/settings/settings'
import type { Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import type { Deciding } from '#platform/operator-calls'
import type { Published } from './published.ts'
import { termsPage } from './publishing.ts'
import * as store from './texts-store.ts'

type Cancel = typeof operatorTexts.cancelText
type Given = Received<Cancel>
type Deps = { readonly settings: Settings; readonly published: Published }

/**
 * Cancels a planned publication before its moment. Terms need a second person, as their publication did, and the setting of their version becomes again
 * what it would have been, in the same transaction.
 */
export function openCancelling({ settings, published }: Deps): Deciding<Cancel> {
  const change = openChange(settings)

  /** The publication that is still planned, and the moment; publications of its page wait until the transaction ends. */
  async function plannedOf(
    tx: Tx,
    { page, publication_id }: Given,
  ): Promise<Outcome<store.Publication & { readonly now: Date }, 'not_found' | 'not_available'>> {
    await lockName(tx, 'text', page)
    const found = await store.publicationOf(tx, page, BigInt(publication_id))
    if (!found) return refused('not_found')
    const moment = await momentOf(tx, undefined, { isConfirmed: false })
    if ('code' in moment || found.effectiveAt <= moment.at)
      return refused('not_available', undefined, 'This publication has begun')
    if (found.isCancelled) return refused('not_available', undefined, 'This publication is cancelled already')
    return done({ ...found, now: moment.at })
  }

  return {
    async read(tx, given) {
      const planned = await plannedOf(tx, given)
      if (!planned.ok) return planned
      const { version, effectiveAt } = planned.value
      const facts = { version: version.toString(), from: effectiveAt.toISOString() }
      return done({ facts, needed: given.page === termsPage })
    },
    async work(tx, given, call) {
      const planned = await plannedOf(tx, given)
      if (!planned.ok) return planned
      const { id, version, effectiveAt, now: at } = planned.value
      const { page, reason } = given
      const [author, confirmedBy] = call.proposer === undefined ? [call.operator, null] : [call.proposer, call.operator]
      await store.insertCancelled(tx, id, { author, confirmedBy, reason, at })
      const from = effectiveAt.toISOString()
      if (page === termsPage) {
        const { key } = identitySettings.termsVersion
        const value = await valueWithoutPlan(tx, key, effectiveAt)
        const changed = await change.work(tx, { key, value, from, reason }, call)
        if (!changed.ok)
          return refused('not_available', undefined, 'The version of the terms was changed for this moment since')
      }
      return done({ page, version, from, state: 'cancelled' as const })
    },
    async after(_answer, { page }) {
      await published.changed()
      if (page === termsPage) await settings.changed()
    },
  }
}
