import { expect, test } from 'vitest'
import { switchingTransport } from './live-transport.ts'

function rig() {
  const heard: string[] = []
  const lineOf = (name: string) => ({
    start: () => void heard.push(`${name} on`),
    stop: () => void heard.push(`${name} off`),
    restart: () => {},
  })
  let lite = false
  let changed = (): void => {}
  const line = switchingTransport({
    push: async () => lineOf('socket'),
    poll: async () => lineOf('poll'),
    lite: () => lite,
    listen: (run) => (changed = run),
  })
  const turn = async (now: boolean): Promise<void> => {
    lite = now
    changed()
    await new Promise((done) => setImmediate(done))
  }
  return { line, heard, turn }
}

test('the data saver changes from the socket to polling and back without both running', async () => {
  const { line, heard, turn } = rig()
  line.start()
  await turn(false)
  await turn(true)
  await turn(true)
  await turn(false)
  line.stop()
  await turn(true)
  expect(heard).toEqual(['socket on', 'socket off', 'poll on', 'poll off', 'socket on', 'socket off'])
})

test('a wish that changed back while the part loaded starts nothing twice', async () => {
  const { line, heard, turn } = rig()
  line.start()
  void turn(true)
  void turn(false)
  await turn(true)
  line.stop()
  line.start()
  await turn(true)
  expect(heard).toEqual(['poll on', 'poll off', 'poll on'])
})
