import { groupBatcher } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import type { Turns } from '#platform/turns'

/** A command that waits for its batch. It is refused after `untilMs`, in milliseconds of `monotonicMs`. */
type Queued = { readonly bettor: bigint; readonly untilMs: number }

type Deps<C, P> = {
  readonly turns: Turns
  /** The number of batches that may run in parallel. */
  readonly slots?: number | undefined
  /** The maximum expected wait of a command; a command that would wait longer is refused immediately. */
  readonly queueMsMax?: number | undefined
  /** The maximum number of commands in one transaction. */
  readonly commandsMax?: number | undefined
  readonly weigh?: ((command: C) => number) | undefined
  /** The maximum sum of the commands' weights in a batch. */
  readonly weightMax?: number | undefined
  /** Places a batch in one transaction. Returns a placement for each command. */
  readonly run: (commands: readonly C[]) => Promise<readonly P[]>
}

/** The maximum number of commands of one bettor in one transaction; the others wait for the bettor's next turn. */
const commandsPerBettorMax = 8
/** The longest transaction of a batch, in addition to the wait for it that is accepted. */
export const databaseMsMax = 10_000
/** How long a command that returns from its delay waits for its batch. Its reservation lasts longer, see `graceS`. */
const delayedMsMax = 45_000
const queueMax = 5000

/**
 * Collects the stakes of many bettors into few transactions. The commands of one bettor are placed in the bettor's turn. A command that
 * returns from its delay goes before all others and is not refused because the queue is full: a bettor who sees the match before the feed
 * does would get back the stake of a losing bet. Half of the commands that run are others while both wait, so that live bets of a few
 * bettors do not delay everybody's bets. The caller bounds the number of delayed commands.
 */
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
    // A second batch uses the CPU while the first waits for the disk. A third batch that is not full would only add round trips.
    partialBatchDelayMs: [3, 25],
    itemsMax: commandsMax,
    queueMax,
    waitMsMax: queueMsMax,
    ...(weightMax !== undefined && { weightMax }),
    ...(weigh && { weigh }),
    run,
  })
  const until = (commands: readonly C[], msMax: number): C[] => {
    const untilMs = monotonicMs() + msMax
    return commands.map((command) => ({ ...command, untilMs }))
  }
  const inTimeMs = databaseMsMax + (Number.isFinite(queueMsMax) ? queueMsMax : 0)
  const inTurn = turns.grouped<C, P>(commandsPerBettorMax, (commands) => queue.send(until(commands, inTimeMs)))
  const delayedInTurn = turns.grouped<C, P>(commandsPerBettorMax, (commands) =>
    queue.sendFirst(until(commands, delayedMsMax)),
  )
  return {
    /** Places a command in its bettor's turn; `isDelayed` is for a command after its delay. */
    placeInTurn: (command: C, { isDelayed = false } = {}): Promise<P> =>
      (isDelayed ? delayedInTurn : inTurn)(
        { key: command.bettor.toString(), sharedKey: undefined, isDelayed },
        command,
      ),
    /** Whether another command would be refused as overloaded. */
    isFull: queue.isFull,
  }
}
