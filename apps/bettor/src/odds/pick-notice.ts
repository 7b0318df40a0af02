import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { pickText } from '../i18n/pick-text.ts'
import { notify } from '../notices/notices.ts'
import type { Pick } from '../state/picks.ts'
import { undo, type Tap } from '../state/undo-tap.ts'
import type { Steps } from '../state/store.ts'

type Store = { send: (steps: Steps) => unknown; tap: Tap; pick: Pick }

/** Says for four seconds what a tap removed from a slip or replaced in it, and lets it be undone. */
export function notifyTap({ send, tap, pick }: Store): void {
  const name = pickText(pick)
  const isReplaced = tap.now.length === tap.before.length
  notify({
    message: i18n._(isReplaced ? msg`One pick per match: replaced by ${name}` : msg`Removed: ${name}`),
    action: { label: i18n._(msg`Undo`), run: () => void send(undo(tap)) },
  })
}
