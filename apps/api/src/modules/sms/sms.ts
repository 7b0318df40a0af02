import { createHash } from 'node:crypto'
import type { BetView } from '@nare/contract/betting'
import type { FailureCode } from '@nare/contract/failures'
import { formatMoney, price } from '@nare/money/money'
import { firstLanguage } from '#country/writing'
import type { Betting } from '#modules/betting/betting'
import { mainMarket, type Catalog } from '#modules/catalog/catalog'
import type { Identity, IncomingSms } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { Tickets } from '#modules/tickets/tickets'
import type { Log } from '#platform/log'
import type { Session } from '#platform/session'
import { readCommand, type Language, type SmsCommand } from './commands.ts'
import { openNews, type NewsDeps } from './news.ts'
import { refusalText, smsText, wordsOf, type Words } from './replies.ts'
import { claimMessage, countStrangerAnswer, endMessage, insertMessage, sweepMessages, type Claimed } from './store.ts'
import { betText } from './texts-of-bets.ts'

export { languagesOf, messagesFrom } from './bettor-messages.ts'
export { eraseSms } from './erase.ts'
export { smsText } from './replies.ts'

export type SmsDeps = NewsDeps & {
  readonly log: Log
  readonly identity: Pick<Identity, 'bettorByMsisdn' | 'bettorFacts'>
  readonly catalog: Pick<Catalog, 'search'>
  readonly betting: Pick<Betting, 'place' | 'shared'>
  readonly tickets: Pick<Tickets, 'placedBet'>
  readonly jackpots: Pick<Jackpots, 'open' | 'place'>
}

const expiresAfterS = 120
const reclaimAfterS = 60
const inTenMinutesMax = 20
const runningMax = 8
/** Answers to numbers without an account in an hour, all together. */
const strangerAnswersHourMax = 60
const keepDays = 180
const sweptMax = 10_000
/** Refusals that do not concern the bet: the message is retried until it expires. */
const temporaryRefusals: ReadonlySet<FailureCode> = new Set(['overloaded', 'unknown', 'too_many_requests', 'internal'])

export type SmsBets = ReturnType<typeof openSmsBets>

/** The outcome of a message: a reply (undefined for none), or that the message must be retried. */
type MessageOutcome =
  | {
      readonly reply: string | undefined
      readonly language: Language | undefined
      /** The bet of the message that waits for a trader. */
      readonly referred?: bigint | undefined
    }
  | 'retry'

/**
 * Opens bets by SMS. The sender's number is the account, and the current price applies. A message places at most one bet, however often the
 * provider delivers it, because the id of the bet is derived from the id of the message.
 */
export function openSmsBets(deps: SmsDeps) {
  const { db, log, background, sms } = deps
  const running = new Set<Promise<void>>()
  const news = openNews(deps)

  /** Processes waiting messages until there are none. */
  const processWaiting = () =>
    background.workThroughDue({
      what: 'SMS',
      id: ({ id }) => id,
      next: () => claimMessage(db, reclaimAfterS),
      async work(message: Claimed) {
        const outcome = await processMessage(deps, message)
        if (outcome === 'retry') return
        const isOurs = await endMessage(db, { id: message.id, ...outcome })
        // The message is closed before the reply is sent, so that a reply that may have arrived is not sent twice.
        if (isOurs && outcome.reply !== undefined) await sms.send({ to: message.msisdn, text: outcome.reply })
      },
    })

  function wake(): void {
    if (running.size >= runningMax) return
    const run = processWaiting()
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'reading waiting SMS failed; it will be retried'),
      )
      .finally(() => void running.delete(run))
    running.add(run)
  }

  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    /** Stores a message once and starts to process it. */
    async receive(message: IncomingSms): Promise<void> {
      await insertMessage(db, message)
      wake()
    },
    /** Processes waiting messages: those of a process that ended, and those to be retried. */
    async run(): Promise<void> {
      wake()
      await settled()
    },
    settled,
    /** Tells senders what became of bets that waited for a trader. */
    tellNews: news.run,
    /** Removes messages that were received more than half a year ago. */
    sweep: (): Promise<void> => sweepMessages(db, { days: keepDays, most: sweptMax }),
  }
}

/** The command id of a message: a UUID derived from the SHA-256 of the provider's message id. */
export function commandIdOf(messageId: string): string {
  const hex = createHash('sha256').update(`sms|${messageId}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8'
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

async function processMessage(deps: SmsDeps, message: Claimed): Promise<MessageOutcome> {
  const command = readCommand(message.text)
  const language = command.language ?? message.lastLanguage ?? firstLanguage()
  const replied = (text: string | undefined): MessageOutcome => ({
    reply: text === undefined ? undefined : smsText(text),
    language: command.language,
  })
  const words = wordsOf(language)
  if (message.recent > inTenMinutesMax)
    return replied(message.recent === inTenMinutesMax + 1 ? words.tooMany : undefined)
  const bettor = await deps.identity.bettorByMsisdn(message.msisdn)
  if (bettor === undefined) {
    const isAnswered = message.answeredToday === 0 && (await countStrangerAnswer(deps.db, strangerAnswersHourMax))
    return replied(isAnswered ? words.signUp : undefined)
  }
  const verified = (await deps.identity.bettorFacts([bettor])).get(bettor)?.verified ?? false
  const sender: Sender = {
    session: { bettor, verified, signingKey: `sms:${message.id}` },
    id: commandIdOf(message.id),
    language,
  }
  if (command.kind === 'bet' || command.kind === 'code' || command.kind === 'jackpot') {
    const reply = await ticketReply(deps, { sender, command, message })
    if (reply === 'retry') return 'retry'
    return { reply: smsText(reply.text), language: command.language, referred: referredOf(reply.bet) }
  }
  if (command.kind === 'balance') {
    const { balance, bonus } = await deps.ledger.balances(bettor)
    return replied(words.balance(formatMoney(balance), bonus > 0n ? formatMoney(bonus) : undefined))
  }
  if (command.kind !== 'unreadable' || command.of === undefined) return replied(words.help)
  return replied(command.of === 'bet' ? words.badBet : words.badJackpot)
}

/** The session of a message's sender, the id of its command, and the language of the reply. */
type Sender = { readonly session: Session; readonly id: string; readonly language: Language }
type TicketCommand = Extract<SmsCommand, { kind: 'bet' | 'code' | 'jackpot' }>
type Ticket = { readonly sender: Sender; readonly command: TicketCommand; readonly message: Claimed }

/** The reply about a ticket, and the ticket if it is placed or waits. */
type TicketReply = { readonly text: string; readonly bet?: BetView }

const referredOf = (bet: BetView | undefined): bigint | undefined =>
  bet?.state === 'referred' ? BigInt(bet.bet_id) : undefined

async function ticketReply(deps: SmsDeps, { sender, command, message }: Ticket): Promise<TicketReply | 'retry'> {
  const words = wordsOf(sender.language)
  // An earlier attempt may have placed the bet, even if its match has started or its market has closed since.
  const earlier = message.attempts > 1 ? await deps.tickets.placedBet(sender.session.bettor, sender.id) : undefined
  if (earlier) {
    const { balance } = await deps.ledger.balances(sender.session.bettor)
    return {
      text: placedText({ ...deps, words }, command, { bet: earlier, balance: formatMoney(balance) }),
      bet: earlier,
    }
  }
  if (message.ageS > expiresAfterS) return { text: words.late }
  if (command.kind === 'code') return placeCode(deps, sender, command)
  return command.kind === 'bet' ? placeBet(deps, sender, command) : placeTicket(deps, sender, command)
}

/** The reply to a message whose ticket is placed. */
function placedText(
  { ledger, words }: Pick<SmsDeps, 'ledger'> & { readonly words: Words },
  command: TicketCommand,
  { bet, balance }: { bet: BetView; balance: string },
): string {
  if (command.kind === 'jackpot') return words.jackpot(bet, bet.lines ?? 1, balance)
  return betText({ words, ledger }, command.kind === 'bet' ? command.picks : [], { bet, balance })
}

async function placeBet(
  deps: SmsDeps,
  { session, id, language }: Sender,
  command: Extract<SmsCommand, { kind: 'bet' }>,
): Promise<TicketReply | 'retry'> {
  const { picks } = command
  const words = wordsOf(language)
  const slip: Parameters<Betting['place']>[0]['slip'] = []
  for (const { gameId, marketId, oddKey } of picks) {
    const match = (await deps.catalog.search(gameId)).matches.find((one) => one.game_id === gameId)
    if (!match) return { text: words.unknownGame(gameId) }
    // Bets in play need a visible price, and an SMS takes time.
    if (match.state !== 'not_started') return { text: words.started(gameId) }
    slip.push({
      match_id: match.match_id,
      sub_type_id: marketId ?? mainMarket(match.sport_id),
      odd_key: oddKey,
      odd_value: anyPrice,
    })
  }
  return placeSlip(deps, { session, id, language }, { command, slip })
}

/** Places the picks of a booking code at their present prices, all of them before play. */
async function placeCode(
  deps: SmsDeps,
  sender: Sender,
  command: Extract<SmsCommand, { kind: 'code' }>,
): Promise<TicketReply | 'retry'> {
  const words = wordsOf(sender.language)
  const shared = await deps.betting.shared(command.code)
  if (!shared.ok) return { text: words.unknownCode(command.code) }
  const started = shared.value.data.find(({ match }) => match.state !== 'not_started')
  if (started) return { text: words.started(started.match.game_id) }
  const slip = shared.value.data.map(({ match_id, sub_type_id, odd_key }) => ({
    ...{ match_id, sub_type_id, odd_key, odd_value: anyPrice },
  }))
  return placeSlip(deps, sender, { command, slip })
}

type BetCommand = Extract<SmsCommand, { kind: 'bet' | 'code' }>

async function placeSlip(
  { betting, ledger }: Pick<SmsDeps, 'betting' | 'ledger'>,
  { session, id, language }: Sender,
  { command, slip }: { command: BetCommand; slip: Parameters<Betting['place']>[0]['slip'] },
): Promise<TicketReply | 'retry'> {
  const words = wordsOf(language)
  const placed = await betting.place({ id, stake: command.stake, slip, accept: 'any' }, session)
  if (!placed.ok && temporaryRefusals.has(placed.code)) return 'retry'
  if (!placed.ok) return { text: words.notPlaced(refusalText(language, placed.code, placed.sentence)) }
  return { text: placedText({ ledger, words }, command, placed.value), bet: placed.value.bet }
}

/** A required field of a slip. It is never compared, because the slip accepts any price. */
const anyPrice = price(1010n)

async function placeTicket(
  { jackpots, ledger }: SmsDeps,
  { session, id, language }: Sender,
  command: Extract<SmsCommand, { kind: 'jackpot' }>,
): Promise<TicketReply | 'retry'> {
  const { code, picks } = command
  const words = wordsOf(language)
  const open = await jackpots.open()
  const pool = open.find((one) => (code === undefined ? one.matches.length === picks.length : one.code === code))
  if (!pool) return { text: words.noPool }
  if (pool.matches.length !== picks.length) return { text: words.wrongCount(pool.matches.length) }
  const placed = await jackpots.place(
    {
      id,
      jackpot_id: pool.jackpot_id,
      picks: pool.matches.map(({ match_id }, n) => ({ match_id, outcomes: [...(picks[n] ?? [])] })),
    },
    session,
  )
  if (!placed.ok && temporaryRefusals.has(placed.code)) return 'retry'
  if (!placed.ok) return { text: words.notPlaced(refusalText(language, placed.code, placed.sentence)) }
  return { text: placedText({ ledger, words }, command, placed.value), bet: placed.value.bet }
}
