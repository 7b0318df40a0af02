import { expect, test } from 'vitest'
import { addKeys, keyText, onKey, setSingleKeys } from './keys.ts'

type Press = { key: string; ctrlKey?: boolean; shiftKey?: boolean; within?: string }

function press({ key, ctrlKey = false, shiftKey = false, within }: Press): boolean {
  const target = { closest: (selector: string) => (within !== undefined && selector.includes(within) ? {} : null) }
  const event = {
    key,
    ctrlKey,
    shiftKey,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    target,
    preventDefault: () => {},
  }
  return onKey(event as unknown as KeyboardEvent)
}

test('the binding that was added last acts, and the frame gives way', () => {
  const acted: string[] = []
  const by = (name: string) => (key: string) => void acted.push(`${name} ${key}`)
  const removeScreen = addKeys([{ keys: ['j', 'k'], press: by('screen') }])
  const removeFrame = addKeys([{ keys: ['Ctrl+k', 'j'], press: by('frame') }], { frame: true })
  const removeForm = addKeys([{ keys: ['Escape'], press: by('form') }])
  for (const each of [{ key: 'J' }, { key: 'k' }, { key: 'k', ctrlKey: true }, { key: 'Escape' }]) press(each)
  removeForm()
  press({ key: 'Escape' })
  removeScreen()
  press({ key: 'j' })
  removeFrame()
  expect(press({ key: 'j' })).toBe(false)
  expect(acted).toEqual(['screen j', 'screen k', 'frame Ctrl+k', 'form Escape', 'frame j'])
})

test('in a field only keys with a modifier and Escape act, in a dialog only the former', () => {
  const remove = addKeys([{ keys: ['a', 'Ctrl+k', 'Escape', 'Enter'], press: () => {} }])
  const acts = (key: string, within: string, ctrlKey = false): boolean => press({ key, within, ctrlKey })
  expect([acts('a', 'input'), acts('Escape', 'input'), acts('k', 'input', true)]).toEqual([false, true, true])
  expect([acts('Escape', 'dialog'), acts('k', 'dialog', true)]).toEqual([false, true])
  expect([acts('Enter', 'button'), acts('a', 'button')]).toEqual([false, true])
  remove()
})

test('G and then a number opens a room; G alone does nothing', () => {
  const opened: string[] = []
  const remove = addKeys([{ keys: ['g 1', 'g 7'], press: (key) => void opened.push(key) }])
  press({ key: 'g' })
  press({ key: '7' })
  press({ key: '7' })
  press({ key: 'g' })
  press({ key: '3' })
  press({ key: '1' })
  remove()
  expect(opened).toEqual(['g 7'])
})

test('a letter with Shift is a key of its own, so that it never does what the letter does; Caps Lock changes nothing', () => {
  const acted: string[] = []
  const act = (key: string) => void acted.push(key)
  const remove = addKeys([
    { keys: ['s', 'k'], press: act },
    { keys: ['Shift+s', '?'], press: act },
  ])
  for (const one of [
    ...[{ key: 'S', shiftKey: true }, { key: 's' }, { key: 'S' }, { key: '?', shiftKey: true }],
    ...[
      { key: 'K', shiftKey: true },
      { key: 'S', shiftKey: true, within: 'input' },
    ],
  ])
    press(one)
  remove()
  expect(acted).toEqual(['Shift+s', 's', 's', '?'])
})

test('single keys can be switched off; named keys and those with a modifier stay', () => {
  const remove = addKeys([{ keys: ['a', 'Enter', 'Ctrl+k', 'ArrowDown'], press: () => {} }])
  setSingleKeys(false)
  const acts = [
    press({ key: 'a' }),
    press({ key: 'Enter' }),
    press({ key: 'k', ctrlKey: true }),
    press({ key: 'ArrowDown' }),
  ]
  setSingleKeys(true)
  remove()
  expect(acts).toEqual([false, true, true, true])
})

test('keys are written as they stand on the keyboard', () => {
  expect(['ArrowLeft', 'ArrowRight'].map(keyText)).toEqual(['←', '→'])
  expect(['j', 'Ctrl+k', 'Shift+s', 'Escape', 'g 1', '?'].map(keyText)).toEqual([
    ...['J', 'Ctrl K', 'Shift S', 'Esc', 'G 1', '?'],
  ])
})
