import { useCallback, useState } from 'react'
import { closeForms } from '../../../parts/open-form.ts'
import type { HandPart, HandPrice, Rule, VoidPart } from './scopes.ts'

/** The form of a match that is open. */
export type Asked =
  | { readonly kind: 'suspend' }
  | { readonly kind: 'price' }
  | { readonly kind: 'end'; readonly of: HandPrice }
  | { readonly kind: 'void'; readonly of: VoidPart }
  | { readonly kind: 'rule'; readonly of: Rule['kind'] }
  | { readonly kind: 'stop'; readonly part: HandPart; readonly isStopped: boolean }
  | { readonly kind: 'level'; readonly level: 'sport' | 'competition'; readonly isStopped: boolean }

/** A form's name: another one is another form, whose fields are empty. */
export const nameOf = (asked: Asked): string => (asked.kind === 'rule' ? `rule ${asked.of}` : asked.kind)

/** The one form of a page that is open. Another one takes its place, unless its command is under way. */
export function useAsked(): readonly [Asked | undefined, (next: Asked | undefined) => void] {
  const [asked, setAsked] = useState<Asked>()
  const ask = useCallback((next: Asked | undefined): void => {
    if (next === undefined || closeForms()) setAsked(next)
  }, [])
  return [asked, ask]
}
