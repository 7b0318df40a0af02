import { invariant } from '#platform/invariant'
import type { Facts } from '#platform/facts'
import type { Sealing } from '#platform/sealing'
import type { Answered, Proposal } from './proposal-store.ts'

/** What of a proposal is stored encrypted: its fields as they were sent, and the facts with whole phone numbers. */
type Whole = { readonly input: Readonly<Record<string, unknown>>; readonly before: Facts }

/** What of a command is stored encrypted: its decisive fields, and its answer, which may have a link or a number. */
export type WholeAnswer = { readonly fields: string; readonly done?: unknown }

/**
 * Encrypts what proposals and answers store and only the server needs whole. Phone numbers in it are whole however they were typed. Each is
 * bound to its row. Rows from before have no encrypted part.
 */
export function openSealed(sealing: Sealing) {
  async function read<T>(id: string, sealed: Buffer): Promise<T> {
    const bytes = await sealing.open(id, sealed)
    invariant(bytes, `${id} was stored with another STAFF_KEY`)
    return JSON.parse(Buffer.from(bytes).toString()) as T
  }
  const write = (id: string, value: unknown): Promise<Buffer> => sealing.seal(id, Buffer.from(JSON.stringify(value)))

  return {
    sealProposal: (line: bigint, whole: Whole): Promise<Buffer> => write(`proposal ${line}`, whole),

    /** A proposal with its fields and the whole facts. */
    async whole(stored: Proposal): Promise<Proposal> {
      const { sealed, line } = stored
      return sealed === null ? stored : { ...stored, ...(await read<Whole>(`proposal ${line}`, sealed)) }
    },

    sealAnswer: (operator: string, id: string, whole: WholeAnswer): Promise<Buffer> =>
      write(`command ${operator} ${id}`, whole),

    /** The stored answer of a command, and its fields if they are known. */
    async answer(operator: string, id: string, { sealed, answer }: Answered): Promise<Partial<WholeAnswer>> {
      return sealed === null ? answer : read<WholeAnswer>(`command ${operator} ${id}`, sealed)
    },
  }
}

export type Sealed = ReturnType<typeof openSealed>
