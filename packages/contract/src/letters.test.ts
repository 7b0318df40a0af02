import { expect, test } from 'vitest'
import { foldedText, plainLatin } from './letters.ts'

test('letters without a mark to remove are folded as those with one', () => {
  expect(foldedText('Đurić Győr Þór Ærø Œuvre Weiß IŞIK Ħamrun Łódź İzmir')).toBe(
    'duric gyor thor aero oeuvre weiss isik hamrun lodz izmir',
  )
  expect(foldedText('Fenerbahçe ıspanak, Спартак')).toBe('fenerbahce ispanak, спартак')
})

test('capitals stay capitals, and other letters have no plain form', () => {
  expect(['Đ', 'đ', 'Þ', 'ẞ', 'Æ'].map(plainLatin)).toEqual(['D', 'd', 'Th', 'SS', 'Ae'])
  expect(['é', 'a', 'Я', 'constructor'].map(plainLatin)).toEqual([undefined, undefined, undefined, undefined])
})
