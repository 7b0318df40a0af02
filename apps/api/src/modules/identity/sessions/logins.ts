import { done, refused } from '@nare/contract/outcome'
import { transact, type Tx } from '#platform/db'
import { dropCode } from './code-store.ts'
import { issueCode, tryCode, type Proof } from './codes.ts'
import type { Lane } from './login-limits.ts'
import type { Parts } from './parts.ts'
import { sourceOf, type Caller, type Source } from './source.ts'
import { bettorOf, heldPassword, type BettorRow } from './store.ts'
import { openTurns } from './turns.ts'
import { words } from './words.ts'

const waitingMost = 100

type Given = { msisdn: string; password: string; code?: string | undefined }
type Try = Given & { source: Source; caller: Caller }

/**
 * Opens logging in. A number without an account is answered like a wrong password, at the same cost and with the same growing
 * delays. Delays belong to a number and a source, so that strangers slow down only themselves; tries of one source for a number go
 * one after the other, so that a hundred at once do not get a hundred guesses. What all unknown devices together may guess in an
 * hour is bounded: beyond it a right password alone opens nothing, and no answer tells whether it was right.
 */
export function openLogins({ deps, passwords, sessions, devices, outbox, messages, limits }: Parts) {
  const { db } = deps
  const inTurn = openTurns({ waitingMost })

  /** The bettor whose password this is, and the code that was needed besides. */
  async function prove(tried: Try) {
    const { msisdn, password, source } = tried
    const lane = { msisdn, source: source.key }
    const wait = await limits.waitOf(lane)
    if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
    const hasRoom = source.known || (await limits.takeGuess(msisdn))
    const bettor = await bettorOf(db, msisdn)
    const right = await passwords.matches(password, bettor?.password_hash ?? undefined, source)
    const isSpent = right === false && hasRoom
    if (!source.known && hasRoom && !isSpent) await limits.giveGuessBack(msisdn)
    if (right === 'busy') return busy
    if (!hasRoom) return proveByCode({ tried, lane, bettor: right ? bettor : undefined })
    if (right && bettor) return done({ bettor, proof: undefined })
    await limits.countFailure(lane)
    return refused('wrong_credentials')
  }

  /**
   * Where too many passwords were guessed: `bettor` is there if this one was right. Every try counts like a failure until one is
   * complete, and a code goes out only for a right password, so that strangers neither learn anything nor use up its messages or tries.
   */
  async function proveByCode({ tried, lane, bettor }: { tried: Try; lane: Lane; bettor: BettorRow | undefined }) {
    await limits.countFailure(lane)
    if (tried.code === undefined) {
      await sendCode(tried, bettor)
      return refused('code_required')
    }
    const proof = await tryCode(db, { msisdn: codeOwner(tried, bettor), purpose: 'login' }, { code: tried.code })
    if (bettor && proof) return done({ bettor, proof })
    return refused('wrong_credentials', undefined, 'Wrong phone number, password or code')
  }

  /** Sends a code for a right password. For a wrong one a code is stored too, which nobody gets: the time tells nothing. */
  async function sendCode(tried: Try, bettor: BettorRow | undefined): Promise<void> {
    const { msisdn, source, caller } = tried
    const sends = bettor !== undefined
    const counted = await messages.count({ to: msisdn, purpose: 'login', sends, source, caller })
    if (!counted.ok) return
    const key = { msisdn: codeOwner(tried, bettor), purpose: 'login', slot: source.key } as const
    const { code } = await transact(db, (tx) => issueCode(tx, key))
    if (!sends) return
    outbox.send('sms', () => deps.sms.send({ to: msisdn, text: words.loginSms(code) }), counted.giveBack)
  }

  async function login(tried: Try) {
    const proven = await prove(tried)
    if (!proven.ok) return proven
    const { bettor, proof } = proven.value
    const opened = await transact(db, (tx) => open(tx, { bettor, proof, presented: tried.caller.device }))
    if (!opened) return refused('wrong_credentials')
    await limits.clear({ msisdn: tried.msisdn, source: tried.source.key })
    return done({ bettor, ...opened })
  }

  async function open(
    tx: Tx,
    { bettor, proof, presented }: { bettor: BettorRow; proof: Proof | undefined; presented: string | undefined },
  ) {
    if ((await heldPassword(tx, bettor.id)) !== bettor.password_hash) return undefined
    if (proof && !(await dropCode(tx, proof.id))) return undefined
    const device = bettor.verified ? await devices.bind(tx, bettor.id, presented) : undefined
    return { ...(await sessions.open(tx, bettor.id)), device }
  }

  return {
    /** Opens a session for a number and its password; unverified bettors may log in too. Answers the device token to keep. */
    async login(given: Given, caller: Caller) {
      const source = await sourceOf(devices, caller, (await bettorOf(db, given.msisdn))?.id)
      const work = () => login({ ...given, source, caller })
      return (await inTurn(`${given.msisdn} ${source.key}`, work)) ?? busy
    },

    /** Whether this is the password of a bettor who is logged in: refused and slowed like a login, apart from all logins. */
    async proveOwn({ msisdn, password }: Given) {
      const source = { key: 'session', known: true }
      const caller = { address: '', device: undefined }
      return (await inTurn(`${msisdn} session`, () => prove({ msisdn, password, source, caller }))) ?? busy
    },

    sweep: () => limits.sweep(),
  }
}

/** Whose login codes are looked at: those of a wrong password are nobody's. */
const codeOwner = ({ msisdn }: Given, bettor: BettorRow | undefined): string => bettor?.msisdn ?? `nobody ${msisdn}`

const busy = refused('too_many_requests', { retry_after_s: 2 })
