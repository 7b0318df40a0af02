import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testApp } from './testing/app.ts'

test('a server that has closed leaves nothing in memory: no timer, observer or metric keeps it', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const closed = async () => {
    const nare = await testApp()
    await nare.bettor()
    await nare.close()
    return new WeakRef(nare.app)
  }
  // What is memoized for the last one may keep it.
  const [first] = [await closed(), await closed()]
  await expect
    .poll(() => {
      collect()
      return first.deref() === undefined
    })
    .toBe(true)
})
