import { expect, test } from 'vitest'
import { asker } from './asker.ts'

/** An asker whose answers come when the test gives them. */
function opened() {
  const asked: string[] = []
  let give: (answer: string | undefined) => void = () => {}
  let changes = 0
  const it = asker<string, string>({
    keyOf: (question) => question,
    ask: (question) => {
      asked.push(question)
      return new Promise((done) => {
        give = done
      })
    },
    onChange: () => void changes++,
  })
  const answer = async (text: string | undefined): Promise<void> => {
    give(text)
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
  }
  return { it, asked, answer, changes: () => changes }
}

test('one question at a time: of those that came meanwhile only the newest is asked', async () => {
  const { it, asked, answer } = opened()
  it.want('a')
  it.want('a b')
  it.want('a b c')
  expect(asked).toEqual(['a'])
  await answer('1')
  expect(asked).toEqual(['a', 'a b c'])
  expect(it.read('a b c')).toEqual({ answer: undefined, isFailed: false, isOld: true })
  await answer('3')
  expect(it.read('a b c')).toEqual({ answer: '3', isFailed: false, isOld: false })
  expect(asked).toEqual(['a', 'a b c'])
})

test('a slow answer to earlier picks is not that to the present ones', async () => {
  const { it, answer } = opened()
  it.want('a')
  it.want('b')
  await answer('of a')
  expect(it.read('b').answer).toBeUndefined()
  await answer('of b')
  expect([it.read('a').answer, it.read('b').answer]).toEqual(['of a', 'of b'])
})

test('what is known is not asked again', async () => {
  const { it, asked, answer } = opened()
  it.want('a')
  await answer('1')
  it.want('b')
  await answer('2')
  it.want('a')
  expect(asked).toEqual(['a', 'b'])
  expect(it.read('a')).toMatchObject({ answer: '1', isOld: false })
})

test('what comes next is asked after the present picks, in its order, and gives way to newer ones', async () => {
  const { it, asked, answer } = opened()
  it.want('a', ['a x', 'a y', 'a z'])
  await answer('1')
  expect(asked).toEqual(['a', 'a x'])
  it.want('b', ['b x'])
  await answer('2')
  expect(asked).toEqual(['a', 'a x', 'b'])
  await answer('3')
  await answer('4')
  expect(asked).toEqual(['a', 'a x', 'b', 'b x'])
})

test('after a change of the match the picks are asked again, and their last answer stays until the new one is there', async () => {
  const { it, asked, answer } = opened()
  it.want('a', ['a x'])
  await answer('1')
  await answer('2')
  it.refresh('now')
  expect(asked).toEqual(['a', 'a x', 'a'])
  expect(it.read('a')).toEqual({ answer: '1', isFailed: false, isOld: true })
  await answer('3')
  expect(it.read('a')).toEqual({ answer: '3', isFailed: false, isOld: false })
  expect(asked).toHaveLength(3)
  it.refresh('next')
  expect(asked).toEqual(['a', 'a x', 'a', 'a x'])
})

test('an answer that was on its way while the match changed is asked again', async () => {
  const { it, asked, answer } = opened()
  it.want('a')
  it.refresh('now')
  await answer('before the goal')
  expect(asked).toEqual(['a', 'a'])
  expect(it.read('a').isOld).toBe(true)
  await answer('after the goal')
  expect(it.read('a')).toMatchObject({ answer: 'after the goal', isOld: false })
})

test('without an answer the last one stays, and nothing is asked again by itself', async () => {
  const { it, asked, answer, changes } = opened()
  it.want('a')
  await answer('1')
  it.refresh('now')
  await answer(undefined)
  expect(it.read('a')).toEqual({ answer: '1', isFailed: true, isOld: false })
  expect([asked.length, changes()]).toEqual([2, 2])
  it.refresh('now')
  await answer('2')
  expect(it.read('a')).toEqual({ answer: '2', isFailed: false, isOld: false })
})

test('at most 300 answers are kept, the oldest is forgotten', async () => {
  const { it, answer } = opened()
  for (let n = 0; n <= 300; n++) {
    it.want(String(n))
    await answer(`answer ${n}`)
  }
  expect([it.read('0').answer, it.read('1').answer]).toEqual([undefined, 'answer 1'])
})
