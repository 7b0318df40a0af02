import { serverSeedHash, type Seeds } from '@nare/games/games'
import type { Tx } from '#platform/db'
import { random } from '#platform/random'
import { randomSecret, type Sealing } from '#platform/sealing'
import * as store from './seed-store.ts'

export type { SeedsRow } from './seed-store.ts'

/** Thrown if a server seed cannot be decrypted: the key has changed, or the row was altered. */
export class SeedLost extends Error {
  constructor(hash: string) {
    super(`the server seed with the hash ${hash} cannot be decrypted`)
  }
}

/** A round with its stored server seed, sealed or revealed. */
type SealedRound = store.SealedSeed & {
  readonly bettor: bigint
  readonly clientSeed: string
  readonly nonce: number
  readonly serverSeed: string | null
}

const clientSeedBytes = 12

/** The seeds of bettors. A decrypted server seed leaves this folder only to play a round, or once it is revealed. */
export function openSeeds({ sealing }: { readonly sealing: Sealing }) {
  /** A new secret server seed, 64 hexadecimal characters, sealed for its bettor. */
  async function newServerSeed(bettor: bigint): Promise<store.NewSeed> {
    const serverSeed = Buffer.from(randomSecret()).toString('hex')
    const hash = serverSeedHash(serverSeed)
    return { hash, sealed: await sealing.seal(boundTo(bettor, hash), Buffer.from(serverSeed)) }
  }

  async function open(bettor: bigint, { hash, sealed }: store.SealedSeed): Promise<string> {
    const opened = await sealing.open(boundTo(bettor, hash), sealed)
    const serverSeed = opened && Buffer.from(opened).toString('utf8')
    if (serverSeed === undefined || serverSeedHash(serverSeed) !== hash) throw new SeedLost(hash)
    return serverSeed
  }

  return {
    /** Locks the bettor's seeds, creating them if there are none. The caller has locked the bettor's cash. */
    async lock(tx: Tx, bettor: bigint): Promise<store.SeedsRow> {
      const locked = await store.lockSeeds(tx, bettor)
      if (locked) return locked
      const [active, next] = [await newServerSeed(bettor), await newServerSeed(bettor)]
      return store.insertSeeds(tx, { bettor, active, next, clientSeed: random.token(clientSeedBytes) })
    },

    /** The server seed, client seed and nonce of the next round. Throws `SeedLost`. */
    async seedsOf(bettor: bigint, { active, nonce }: Pick<store.SeedsRow, 'active' | 'nonce'>): Promise<Seeds> {
      return { serverSeed: await open(bettor, active), clientSeed: active.clientSeed, nonce }
    },

    /** The server seed, client seed and nonce of a stored round. Throws `SeedLost`. */
    seedsOfRound: async ({ bettor, hash, sealed, clientSeed, nonce, serverSeed }: SealedRound): Promise<Seeds> => ({
      serverSeed: serverSeed ?? (await open(bettor, { hash, sealed })),
      clientSeed,
      nonce,
    }),

    /** Reveals the active server seed and makes the next one active, with the first nonce. The caller has locked the seeds. */
    async rotate(
      tx: Tx,
      {
        bettor,
        seeds,
        id,
        clientSeed,
      }: { bettor: bigint; seeds: store.SeedsRow; id: string; clientSeed?: string | undefined },
    ): Promise<void> {
      const revealed = await open(bettor, seeds.active)
      await store.rotateSeeds(tx, { bettor, seeds, revealed, id, clientSeed, next: await newServerSeed(bettor) })
    },
  }
}

export type OwnSeeds = ReturnType<typeof openSeeds>

const boundTo = (bettor: bigint, hash: string): string => `${bettor}:${hash}`
