import type { Failed } from '@nare/client/call'
import { operatorProposals } from '@nare/contract/operator-proposals'
import type { Answer, Route, Sent } from '@nare/contract/route'
import { inTime } from './browser.ts'
import { call } from './calls.ts'
import { queries } from './use-read.ts'

/**
 * How a command ended. `waiting`: a second person must confirm it. `unknown`: it may or may not have been done, so that only the same
 * command with the same id may be sent again. `cancelled`: the person did not confirm with a code, and nothing was sent.
 */
export type Sending<R extends Route> =
  | { readonly state: 'done'; readonly answer: DoneAnswer<R> }
  | { readonly state: 'waiting'; readonly proposalId: string }
  | { readonly state: 'refused'; readonly reply: Failed }
  | { readonly state: 'unknown'; readonly reply: Failed }
  | { readonly state: 'cancelled' }

/** What a call answers once it is done. */
export type DoneAnswer<R extends Route> = Exclude<Answer<R>, { state: 'waiting'; proposal_id: string }>

let askToConfirm = async (): Promise<boolean> => false
/** Sets what asks the person for a code or a passkey; it resolves to whether the session is confirmed. */
export const onConfirmFirst = (ask: () => Promise<boolean>): void => void (askToConfirm = ask)

/**
 * Sends a command. Where the server wants the session confirmed first, asks for the code and repeats the call with the same input. After it
 * has changed something, everything that is on the screen is read again.
 */
export async function send<R extends Route>(route: R, input: Sent<R>): Promise<Sending<R>> {
  const outcome = await sendOnce(route, input)
  if (outcome.state !== 'refused' || outcome.reply.code !== 'confirm_first') return readAgain(outcome)
  return (await askToConfirm()) ? readAgain(await sendOnce(route, input)) : { state: 'cancelled' }
}

/** What waits is on the screen when the person is told so, or after this time. */
const proposalsMs = 2_000

async function readAgain<R extends Route>(outcome: Sending<R>): Promise<Sending<R>> {
  if (outcome.state === 'cancelled') return outcome
  void queries.invalidateQueries()
  if (outcome.state !== 'waiting') return outcome
  const proposals = queries.refetchQueries({ queryKey: [operatorProposals.proposals.path], type: 'active' })
  await inTime(
    proposals.catch(() => {}),
    proposalsMs,
  )
  return outcome
}

async function sendOnce<R extends Route>(route: R, input: Sent<R>): Promise<Sending<R>> {
  const reply = await call(route, input)
  if (reply.ok) return { state: 'done', answer: reply.body as DoneAnswer<R> }
  const { status, body } = reply
  if (status === 202) return { state: 'waiting', proposalId: String(body['proposal_id']) }
  return { state: status === 0 || status >= 500 || reply.code === 'bad_answer' ? 'unknown' : 'refused', reply }
}
