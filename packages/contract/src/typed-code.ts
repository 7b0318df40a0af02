import * as z from 'zod/mini'
import { typedText } from './typed-text.ts'

/** The letters and digits of a booking code or the code of a mini-league, in capitals; of a link, those after /b/ or join=, which may be escaped. */
export function typedCode(text: string): string {
  const typed = typedText(text)
  const linked = /(?:\/b\/|[?&]join=)([^/?#&\s]+)/i.exec(typed)?.[1] ?? typed
  return typedText(unescaped(linked))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** The text of a part of a link; the part itself if it is not one. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A booking code or the code of a mini-league, as it was typed or pasted. */
export const zTypedCode = z.pipe(z.string().check(z.maxLength(500)), z.transform(typedCode))
