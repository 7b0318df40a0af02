import { toHex } from '@nare/fair/hash'
import { randomSecret } from './sealing.ts'

/** Where the public salt of a chain of draws comes from. It must not exist when the chain is published. */
export type SaltSource = {
  /** Names the coming salt, for the publication. */
  name(): Promise<string>
  /** The named salt in hexadecimal digits; undefined while it does not exist yet. */
  draw(name: string): Promise<string | undefined>
}

/** Random bytes of this machine, drawn after the publication: for the sandbox, where nothing is at stake. */
export const randomSalt: SaltSource = {
  name: async () => 'random bytes, drawn after the publication',
  draw: async () => toHex(randomSecret()),
}
