export type RequestOrder = ReturnType<typeof requestOrder>

/** `late`: a newer response is already stored. `latest`: no newer request was sent. */
export type Arrival = { late: boolean; latest: boolean }

/**
 * The order of the requests of one store, by the name of their call, so that a late response never overwrites a newer one.
 * A response is late when a later request of the same name has been answered, when a newer value arrived in another way
 * (`supersede`), or when it belongs to a bettor who has left since (`discardOwn`).
 */
export function requestOrder() {
  let count = 0
  let discarded = 0
  const stored = new Map<string, number>()
  const sent = new Map<string, number>()
  return {
    /** Registers a request; `own` ones are sent in the bettor's session. The result is called when the response arrives. */
    send(name: string, { own }: { own: boolean }): () => Arrival {
      const number = ++count
      sent.set(name, number)
      return () => {
        const late = number < (stored.get(name) ?? 0) || (own && number <= discarded)
        if (!late) stored.set(name, number)
        return { late, latest: sent.get(name) === number }
      }
    },
    supersede: (name: string): void => void stored.set(name, ++count),
    discardOwn: (): void => void (discarded = count),
  }
}
