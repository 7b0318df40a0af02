import type { BetView } from '@nare/contract/betting'
import type { BetValueState, CashOutQuote } from '@nare/contract/cash-out'
import type { Page } from '@playwright/test'

type Answer = { status?: number; body: object }

/**
 * Answers the cash-out calls of one bet from a recording, so that every state of the screen can be shown. `quote` and `take` list their
 * responses in order; the last response repeats. `push` publishes a value of the bet on the page's live connection.
 */
export async function answerCashOut(
  page: Page,
  { bet, quote, take = [] }: { bet: BetView; quote: Answer[]; take?: Answer[] },
): Promise<{ push: (state: BetValueState) => void; taken: object[] }> {
  const topic = `bet:${bet.bet_id}`
  const sockets = new Set<{ send: (text: string) => void }>()
  let version = 0
  let last: BetValueState | undefined
  const message = (state: BetValueState): string =>
    JSON.stringify({ topic, key: bet.bet_id, version: ++version, state })
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      if (String(text).includes(topic)) {
        sockets.add(socket)
        if (last) socket.send(message(last))
      }
      server.send(text)
    })
    server.onMessage((text) => {
      if (!String(text).includes(topic)) socket.send(text)
    })
  })
  const taken: object[] = []
  const next = (answers: Answer[]): Answer => (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: {} }
  await page.route(`**/v1/bets/${bet.bet_id}/cash-out/quote`, (route) => route.fulfill(json(next(quote))))
  await page.route(`**/v1/bets/${bet.bet_id}/cash-out`, (route) => {
    if (route.request().method() === 'GET') {
      const { amount, reason, at = '' } = last ?? {}
      return route.fulfill(json({ body: { data: { bet_id: bet.bet_id, at, amount, reason } } }))
    }
    taken.push(route.request().postDataJSON() as object)
    return route.fulfill(json(next(take)))
  })
  return {
    taken,
    push(state) {
      last = state
      for (const socket of sockets) socket.send(message(state))
    },
  }
}

const json = ({ status = 200, body }: Answer) => ({ status, json: body })

/** A quote of a bet that is alive for `aliveMs`. */
export function quoteOf(bet: BetView, amount: string, { aliveMs = 5000, delayS = 0 } = {}): CashOutQuote {
  return {
    ...{ quote_id: `quote-${amount}`, amount, fair: amount, slip_has_live_interval: delayS },
    expires_at: new Date(Date.now() + aliveMs).toISOString(),
    left: bet.left ?? { stake: bet.stake, possible_win: bet.possible_win ?? '0.00' },
  }
}
