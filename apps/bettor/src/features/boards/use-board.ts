import type { Failed } from '@nare/client/call'
import type { boardPeriods } from '@nare/contract/boards'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { fetchLeaderBoard, fetchLeaderBoardX } from '../../state/calls-rewards.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Steps } from '../../state/store.ts'
import { merged, type Board } from './ranks.ts'

export type Period = (typeof boardPeriods)[number]
export type BoardName = 'sports' | 'crash'
export type Place = { board: BoardName; period: Period; page: number }

const everyMs = 15_000
const everyLiteMs = 60_000

type Reading = {
  key: string
  shown?: Board
  /** The newest response, if its ranks differ from the displayed ones. */
  newer?: Board | undefined
  failed?: Failed | undefined
}

export type ShownBoard = {
  board: Board | undefined
  /** True if newer ranks than the displayed ones are available. */
  hasNewer: boolean
  failed: Failed | undefined
  showNewer: () => void
  again: () => void
}

/**
 * A page of a board, refreshed every 15 seconds while the page is visible. Its rows do not move: changed ranks are shown after a tap on
 * the button. The own row always has the newest data.
 */
export function useBoard({ board, period, page }: Place): ShownBoard {
  const send = useSend()
  const lite = useLite()
  const owner = useApp(({ auth }) => auth.user?.id)
  const key = [board, period, page, owner].join(' ')
  const [turn, setTurn] = useState(0)
  const [reading, setReading] = useState<Reading>({ key })
  const current: Reading = reading.key === key ? reading : { key }

  const onAnswer = useEffectEvent((answer: Board | Failed | undefined): void => {
    if (!answer || 'ok' in answer) return setReading({ ...current, failed: answer })
    if (!current.shown) return setReading({ key, shown: answer })
    const { shown, newer } = merged(current.shown, answer)
    setReading({ key, shown, newer: newer ? answer : undefined })
  })
  useEffect(() => {
    let isMounted = true
    const read = (): void =>
      void send(answerOf({ board, period, page })).then((answer) => {
        if (isMounted) onAnswer(answer)
      })
    read()
    const timer = setInterval(() => document.hidden || read(), lite ? everyLiteMs : everyMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [send, board, period, page, owner, lite, turn])

  return {
    board: current.shown,
    hasNewer: current.newer !== undefined,
    failed: current.failed,
    showNewer: () => setReading({ key, ...(current.newer && { shown: current.newer }) }),
    again: () => setTurn(turn + 1),
  }
}

/** Requests a page of a board with the specification's call, which also stores its rows in the state area. */
function answerOf({ board, period, page }: Place): Steps<Board | Failed | undefined> {
  return async (send) => {
    const fetch = board === 'crash' ? fetchLeaderBoardX : fetchLeaderBoard
    const answer = await send(fetch({ period, page }))
    return fetch.fulfilled.match(answer) || fetch.rejected.match(answer) ? answer.payload : undefined
  }
}
