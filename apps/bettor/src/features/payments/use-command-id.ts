import { useRef } from 'react'
import { commandId } from '../../state/browser.ts'

/** The id of a money command: the same for the same content until it took effect, so sending again pays once. */
export function useCommandId(): { of: (content: string) => string; done: () => void } {
  const kept = useRef<{ content: string; id: string } | undefined>(undefined)
  return {
    of: (content) => {
      if (kept.current?.content !== content) kept.current = { content, id: commandId() }
      return kept.current.id
    },
    done: () => (kept.current = undefined),
  }
}
