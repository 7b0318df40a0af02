import { expect, test } from 'vitest'
import { importAgain } from './load-chunk.ts'

const url = 'https://bet.example/assets/live-socket-x.js'
const failing = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`))

test('a module that failed is imported again under a new URL each time, because the browser caches the failure', async () => {
  const requested: string[] = []
  const fetchModule = async (moduleUrl: string) => {
    requested.push(moduleUrl)
    if (requested.length === 1) throw new TypeError('still no network')
    return { loaded: true }
  }
  await expect(importAgain(failing, fetchModule)).rejects.toThrow('still no network')
  expect(await importAgain(failing, fetchModule)).toEqual({ loaded: true })
  expect(requested.map((moduleUrl) => moduleUrl.replace(/\d+$/, ''))).toEqual([`${url}?retry=`, `${url}?retry=`])
  expect(new Set(requested).size).toBe(2)
})

test('a module that loads is not requested twice, and a failure without a URL in its message is rethrown', async () => {
  const never = () => Promise.reject(new Error('not called'))
  expect(await importAgain(async () => 7, never)).toBe(7)
  await expect(importAgain(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no')
})
