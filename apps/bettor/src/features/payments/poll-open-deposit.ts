const everyMs = 15_000
const checksMax = 240

type Poll = {
  isOpen: () => boolean
  /** One check. After each wait it must stop if `isStopped()`: the deposit page then shows the result. */
  check: (isStopped: () => boolean) => Promise<void>
}

/** Checks an open deposit every 15 seconds for at most an hour. Returns a function that stops the polling. */
export function pollOpenDeposit({ isOpen, check }: Poll): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let checks = 0
  let stopped = false
  const isStopped = (): boolean => stopped
  const schedule = (): void => {
    if (stopped || !isOpen() || checks++ >= checksMax) return
    timer = setTimeout(() => void check(isStopped).then(schedule, schedule), everyMs)
  }
  schedule()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
