import type { FantasyTeam } from '@nare/contract/fantasy'
import { signal, useSignal } from '../../state/signal.ts'
import { emptyDraft, sameDraft, type Draft } from './draft.ts'

type Kept = { readonly now: Draft; readonly before: readonly Draft[] }

const undoMax = 30
/** The drafts of this visit by week. They stay while the bettor logs in or opens other pages. */
const drafts = signal<Readonly<Record<string, Kept>>>({})

const draftOf = (team: FantasyTeam | undefined): Draft =>
  team ? { eleven: team.players, bench: team.bench, captain: team.captain } : emptyDraft

/** The draft of a week: the saved team until something is changed. `undo` reverts the last change. */
export function useDraft(weekId: string, team: FantasyTeam | undefined) {
  const saved = draftOf(team)
  const kept = useSignal(drafts)[weekId] ?? { now: saved, before: [] }
  const set = (next: Kept | undefined): void => {
    const { [weekId]: _old, ...others } = drafts.get()
    drafts.set(next ? { ...others, [weekId]: next } : others)
  }
  return {
    draft: kept.now,
    isSaved: team !== undefined && sameDraft(kept.now, saved),
    canUndo: kept.before.length > 0,
    change(next: Draft): void {
      if (next !== kept.now) set({ now: next, before: [...kept.before, kept.now].slice(-undoMax) })
    },
    undo(): void {
      const last = kept.before.at(-1)
      if (last) set({ now: last, before: kept.before.slice(0, -1) })
    },
    /** Drops the draft after it was saved, so that the saved team is shown. */
    forget: (): void => set(undefined),
  }
}
