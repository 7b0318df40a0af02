import { groupBatcher } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import type { Turns } from '#platform/turns'

/** A command that waits for its batch; it is refused after `untilMs`, monotonic. */
type Queued = { readonly bettor: bigint; readonly untilMs: number }

type Deps<C, P> = {
  readonly turns: Turns
  /** How many batches run at once. */
  readonly slots?: number | undefined
  /** The longest expected wait of a command; one that would wait longer is refused at once. */
  readonly queueMsMax?: number | undefined
  /** The most commands of one transaction. */
  readonly commandsMax?: number | undefined
  readonly weigh?: ((command: C) => number) | undefined
  /** The most weight of a batch, by `weigh`. */
  readonly weightMax?: number | undefined
  /** Places a batch in one transaction, with an answer for each command. */
  readonly run: (commands: readonly C[]) => Promise<readonly P[]>
}

/** The most commands of one bettor in one transaction; the others wait for the bettor's next turn. */
const perBettor = 8
const databaseMsMax = 10_000
const queueMax = 5000

/** Collects the stakes of many bettors into few transactions, each bettor's in their turn. */
export function openStakeQueue<C extends Queued, P>({
  turns,
  slots = 3,
  queueMsMax = Infinity,
  commandsMax = 64,
  weigh,
  weightMax,
  run,
}: Deps<C, P>) {
  const queue = groupBatcher<C, P>({
    slots,
    // A second batch works in Node while the first waits for the disk; a third one, not full, would only add its round trips.
    partialBatchDelayMs: [3, 25],
    itemsMax: commandsMax,
    queueMax,
    waitMsMax: queueMsMax,
    ...(weightMax !== undefined && { weightMax }),
    ...(weigh && { weigh }),
    run,
  })
  const inTurn = turns.grouped<C, P>(perBettor, (commands) => {
    const untilMs = monotonicMs() + databaseMsMax
    return queue.send(commands.map((command) => ({ ...command, untilMs })))
  })
  return {
    /** Places a command in its bettor's turn; `first` for one that comes back from its delay. */
    placed: (command: C, { first = false } = {}): Promise<P> =>
      inTurn({ key: command.bettor.toString(), sharedKey: undefined, isDelayed: first }, command),
    /** Whether another command would be refused as overloaded. */
    isFull: queue.isFull,
  }
}
