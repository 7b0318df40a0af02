import { done, refused } from '@nare/contract/outcome'
import { transact, type Db, type Tx } from '#platform/db'
import { dropCode, issueCode, texts, tryCode, type Messages } from '../messages/messages.ts'
import type { Caller, Source } from '../source.ts'
import { bettorOf, bettorsById, lockPassword, type BettorRow } from '../store.ts'
import type { Devices } from './devices.ts'
import type { Lane, LoginLimits } from './login-limits.ts'
import { sourceOf } from './login-source.ts'
import type { LoginTurns } from './login-turns.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './session-tokens.ts'

type Given = { msisdn: string; password: string; code?: string | undefined; stay?: boolean | undefined }
type Try = Given & { source: Source; caller: Caller }

type Opening = {
  readonly bettor: BettorRow
  readonly caller: Caller
  readonly stay?: boolean | undefined
  readonly passkey?: bigint
}

export type ByPasskey = {
  readonly bettor: bigint
  readonly no: bigint
  readonly use: (tx: Tx) => Promise<boolean>
  readonly stay: boolean | undefined
}

/** The same for an unknown passkey and a wrong answer. */
export const wrongPasskey = refused(
  'wrong_credentials',
  undefined,
  'This passkey does not open an account here. Log in with your password',
)

export type LoginDeps = {
  readonly db: Db
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly devices: Devices
  readonly messages: Messages
  readonly limits: LoginLimits
  readonly inTurn: LoginTurns
  /** Whether operators have locked an account. */
  readonly isLocked: (tx: Tx, bettor: bigint) => Promise<boolean>
}

/**
 * Opens logins. A number without an account is answered like a wrong password, at the same cost and with the same growing delays. Delays
 * apply to a number and a source, so that strangers delay only themselves. Attempts of one source for a number run one at a time, so that a
 * hundred concurrent requests are not a hundred guesses. All unrecognised devices together have a limited number of guesses an hour. Above
 * it a login also needs a code, and no response reveals whether the password was right.
 */
export function openLogins({ db, passwords, sessions, devices, messages, limits, inTurn, isLocked }: LoginDeps) {
  /** Verifies number and password. Returns the bettor, with the login code if one was required. */
  async function verify(tried: Try) {
    const { msisdn, password, source } = tried
    const lane = { msisdn, source: source.key }
    const wait = await limits.waitOf(lane)
    if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
    const isWithinLimit = source.recognised || (await limits.reserveGuess(msisdn))
    const bettor = await bettorOf(db, msisdn)
    const right = await passwords.matches(password, bettor?.password_hash ?? undefined, source)
    const isWrongGuess = right === false && isWithinLimit
    if (!source.recognised && isWithinLimit && !isWrongGuess) await limits.refundGuess(msisdn)
    if (right === 'busy') return busy
    if (!isWithinLimit) return verifyByCode({ tried, lane, bettor: right ? bettor : undefined })
    if (right && bettor) return done({ bettor, proof: undefined })
    await limits.countFailure(lane)
    return refused('wrong_credentials')
  }

  /**
   * Verifies a login above the limit of guesses. `bettor` is defined if the password was right. Every attempt counts as a failure unless
   * password and code are both right. A code is sent only for a right password, so that strangers learn nothing and use up no messages.
   */
  async function verifyByCode({ tried, lane, bettor }: { tried: Try; lane: Lane; bettor: BettorRow | undefined }) {
    await limits.countFailure(lane)
    if (tried.code === undefined) {
      await sendCode(tried, bettor)
      return refused('code_required')
    }
    const proof = await tryCode(db, { msisdn: codeOwner(tried, bettor), purpose: 'login' }, { code: tried.code })
    if (bettor && proof) return done({ bettor, proof })
    return refused('wrong_credentials', undefined, 'Wrong phone number, password or code')
  }

  /** Sends a code for a right password. For a wrong password it stores a code that is never sent, so that both take equally long. */
  async function sendCode(tried: Try, bettor: BettorRow | undefined): Promise<void> {
    const { msisdn, source, caller } = tried
    const willSend = bettor !== undefined
    const counted = await messages.count({ to: msisdn, purpose: 'login', willSend, source, caller })
    if (!counted.ok) return
    const key = { msisdn: codeOwner(tried, bettor), purpose: 'login', slot: source.key } as const
    const { code } = await transact(db, (tx) => issueCode(tx, key))
    if (!willSend) return
    messages.sendSms({ to: msisdn, text: texts.loginSms(code) }, counted.refund)
  }

  async function login(tried: Try) {
    const verified = await verify(tried)
    if (!verified.ok) return verified
    const { bettor, proof } = verified.value
    const { caller, stay } = tried
    const opened = await transact(db, async (tx) => {
      if (proof && !(await dropCode(tx, proof.id))) return undefined
      return open(tx, { bettor, caller, stay })
    })
    if (!opened) return refused('wrong_credentials')
    if (opened === 'locked') return refused('account_locked')
    await limits.clear({ msisdn: tried.msisdn, source: tried.source.key })
    return done({ bettor, ...opened })
  }

  async function open(tx: Tx, { bettor, caller, ...how }: Opening) {
    if ((await lockPassword(tx, bettor.id)) !== bettor.password_hash) return undefined
    // The number may have been changed since: then it is not this account's any more.
    if ((await bettorOf(tx, bettor.msisdn))?.id !== bettor.id) return undefined
    if (await isLocked(tx, bettor.id)) return 'locked'
    const device = bettor.verified ? await devices.bind(tx, bettor.id, caller.device) : undefined
    return { ...(await sessions.open(tx, bettor.id, { ...how, agent: caller.agent })), device }
  }

  return {
    /** Opens a session for a number and its password, also for unverified bettors. Returns the device token to store. */
    async login(given: Given, caller: Caller) {
      const source = await sourceOf(devices, caller, (await bettorOf(db, given.msisdn))?.id)
      const work = () => login({ ...given, source, caller })
      return (await inTurn(`${given.msisdn} ${source.key}`, work)) ?? busy
    },

    /** Opens a session for the owner of a passkey that was checked; `use` uses its answer, and is false if that was used before. */
    async loginByPasskey({ bettor: id, no, use, stay }: ByPasskey, caller: Caller) {
      const [bettor] = await bettorsById(db, [id])
      if (!bettor?.verified) return wrongPasskey
      const opened = await transact(db, async (tx) =>
        (await use(tx)) ? open(tx, { bettor, caller, stay, passkey: no }) : undefined,
      )
      if (!opened) return wrongPasskey
      return opened === 'locked' ? refused('account_locked') : done({ bettor, ...opened })
    },

    /** Checks the password of a logged-in bettor, with the same delays as logins but with a separate failure count. */
    async verifyOwnPassword({ msisdn, password }: Given) {
      const source = { key: 'session', recognised: true }
      const caller = { address: '', device: undefined }
      return (await inTurn(`${msisdn} session`, () => verify({ msisdn, password, source, caller }))) ?? busy
    },
  }
}

/** The owner of the login codes to compare. Codes issued for a wrong password belong to no account. */
const codeOwner = ({ msisdn }: Given, bettor: BettorRow | undefined): string => bettor?.msisdn ?? `nobody ${msisdn}`

const busy = refused('too_many_requests', { retry_after_s: 2 })
