import { fromHex, sha256, toHex, type Bytes } from '@nare/fair/hash'
import { transact, type Db } from '#platform/db'
import type { Ownership } from '#platform/owners'
import type { SaltSource } from '#platform/public-salt'
import { randomSecret, type Sealing } from '#platform/sealing'
import { hashOfGame, makeChain } from './chain.ts'
import * as store from './chain-store.ts'

export type ChainDeps = {
  readonly db: Db
  readonly sealing: Sealing
  readonly salts: SaltSource
  /** The length of a new chain. */
  readonly games: number
}

/** Thrown if the secret of a chain is lost: it cannot be decrypted, or it does not match the published tip. */
export class SecretLost extends Error {
  readonly chainId: string
  constructor(chainId: string) {
    super(`the secret of chain ${chainId} cannot be decrypted`)
    this.chainId = chainId
  }
}

/** The next chain is published when this many games of the current chain are left, or half of a short chain. */
const publishedBefore = 200

/** The chains of the game. Only the owner uses this: it alone decrypts their secrets. */
export function openChains({ db, sealing, salts, games }: ChainDeps, own: Ownership) {
  const opened = new Map<string, Uint8Array>()

  async function publish(number: number): Promise<void> {
    const chainId = `crash-${number}`
    const { tip, checkpoints } = await makeChain(randomSecret(), games)
    const sealed = await sealing.seal(chainId, checkpoints)
    const saltSource = await salts.name()
    await transact(db, async (tx) => {
      await own.check(tx)
      await store.insertChain(tx, { chainId, number, games, tip, saltSource, sealed })
    })
  }

  async function draw({ chainId, saltSource }: store.ChainRow): Promise<boolean> {
    const salt = await salts.draw(saltSource)
    if (salt === undefined) return false
    await transact(db, async (tx) => {
      await own.check(tx)
      await store.setSalt(tx, { chainId, salt })
    })
    return true
  }

  return {
    /** Publishes the next chain or draws its salt when that is due. Returns false if there is nothing to do now. */
    async prepare(): Promise<boolean> {
      const [newest] = await store.newestChains(db, 1)
      if (
        !newest ||
        newest.lost !== null ||
        newest.offered > newest.games - Math.min(publishedBefore, newest.games / 2)
      ) {
        await publish((newest?.number ?? 0) + 1)
        return true
      }
      return newest.salt === null && draw(newest)
    },

    /** The hash of a game. Throws `SecretLost`. */
    async hashOf({ chainId, games: length, tip }: store.ChainRow, gameNo: number): Promise<Bytes> {
      let checkpoints = opened.get(chainId)
      if (!checkpoints) {
        const sealed = await transact(db, (tx) => store.sealedSecret(tx, chainId))
        checkpoints = sealed && (await sealing.open(chainId, sealed))
        if (!checkpoints || toHex(sha256(hashOfGame({ checkpoints, games: length }, 1))) !== tip)
          throw new SecretLost(chainId)
        opened.clear()
        opened.set(chainId, checkpoints)
      }
      return hashOfGame({ checkpoints, games: length }, gameNo)
    },
  }
}

/** The seal of a game: the hash of the previous game, which is the SHA-256 of this game's hash. */
export const sealOf = (hash: string): string => toHex(sha256(fromHex(hash)))
