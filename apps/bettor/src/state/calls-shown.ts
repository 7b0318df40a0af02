import { shown, type ShownKind } from '@nare/contract/shown'
import { useEffect } from 'react'
import { call, session } from './browser.ts'

type ByApp = Extract<ShownKind, 'reality_check' | 'help_line' | 'break_notice' | 'promotions_withheld'>

/** Records that a signed-in bettor is shown something that protects. If it fails, nobody is told: the showing counts, not the record. */
export function useShown(what: ByApp): void {
  useEffect(() => {
    if (session.user()) void call(shown.noteShown, { what })
  }, [what])
}
