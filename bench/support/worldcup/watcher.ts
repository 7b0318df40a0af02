import type { CupWorld } from '@nare/api/testing/cup-world'

const lookEveryMs = 200

/** A socket that subscribes to every match of the replay as soon as the match is on offer. */
export function watchMatches({ url, world }: { url: string; world: CupWorld }): { close(): void } {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/live`)
  const watched = new Set<number>()
  socket.addEventListener('message', ({ data }) => {
    const { topic, state } = JSON.parse(String(data))
    if (typeof topic === 'string' && topic.startsWith('match:') && state) world.receive(topic, state)
  })
  const subscribe = async () => {
    if (socket.readyState !== WebSocket.OPEN) return
    const fresh = (await world.rows()).filter(({ id, resulted }) => !resulted && !watched.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) watched.add(id)
    socket.send(JSON.stringify({ subscribe: fresh.map(({ id }) => `match:${id}`) }))
  }
  const looking = setInterval(() => void subscribe().catch(() => undefined), lookEveryMs)
  return {
    close() {
      clearInterval(looking)
      socket.close()
    },
  }
}
