import type { Failed } from '@nare/client/call'
import type { SentIds } from '../../state/sent-ids.ts'

export type CommandIds = ReturnType<typeof commandIds>

/**
 * The ids of the money commands of one form: the same for the same content of the same bettor until it is known what became
 * of it, so sending again pays once.
 */
export function commandIds(sent: SentIds, { newId, owner }: { newId: () => string; owner: () => unknown }) {
  let present: { mark: string; earlier: boolean } | undefined
  const forget = (): void => {
    if (present) sent.drop(present.mark)
    present = undefined
  }
  return {
    /** The id to send a command under now. */
    of(content: string): string {
      const mark = JSON.stringify([owner(), content])
      const earlier = sent.of(mark)
      const id = earlier ?? newId()
      sent.keep(mark, id)
      present = { mark, earlier: earlier !== undefined }
      return id
    },
    /** It took effect. */
    done: forget,
    /**
     * Whether the command may have taken effect all the same: no answer came, none that can be read, or the server failed.
     * One of which that is so does not become certain because a later try never left.
     */
    mayHaveWorked({ status, code }: Pick<Failed, 'status' | 'code'>): boolean {
      if (code === 'not_sent' && present?.earlier) return true
      const unknown = code !== 'not_sent' && (status === 0 || status >= 500 || code === 'bad_answer')
      if (!unknown && (!present?.earlier || code === 'id_reused')) forget()
      return unknown
    },
  }
}
